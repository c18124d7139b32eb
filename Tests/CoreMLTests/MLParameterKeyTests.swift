import CoreML
import Foundation
import Testing

@Suite struct MLParameterKeyTests {
  @Test func namesAreThoseOfTheParameters() {
    let names: [(MLParameterKey, String)] = [
      (.numberOfNeighbors, "numberOfNeighbors"), (.linkedModelFileName, "linkedModelFileName"),
      (.linkedModelSearchPath, "linkedModelSearchPath"), (.weights, "weights"),
      (.biases, "biases"), (.learningRate, "learningRate"), (.momentum, "momentum"),
      (.miniBatchSize, "miniBatchSize"), (.epochs, "epochs"),
    ]
    for (key, name) in names {
      #expect(key.name == name)
      #expect(key.scope == nil)
    }
    #expect(Set(names.map(\.0)).count == names.count)
  }

  @Test func aScopeMakesAnotherKey() throws {
    let scoped = MLParameterKey.weights.scoped(to: "dense1")
    #expect(scoped.name == "weights" && scoped.scope == "dense1")
    #expect(scoped != MLParameterKey.weights)
    #expect(scoped.isEqual(MLParameterKey.weights.scoped(to: "dense1")))
    #expect(scoped.hash == MLParameterKey.weights.scoped(to: "dense1").hash)
    #expect(!scoped.isEqual("weights"))
    let copy = try #require(scoped.copy(with: nil) as? MLParameterKey)
    #expect(copy == scoped)
  }

  @Test func aConfigurationKeepsParameters() throws {
    let configuration = MLModelConfiguration()
    configuration.parameters = [.numberOfNeighbors: 3]
    let copy = try #require(configuration.copy(with: nil) as? MLModelConfiguration)
    configuration.parameters = nil
    #expect(copy.parameters?[.numberOfNeighbors] as? Int == 3)
  }
}
