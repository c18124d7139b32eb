internal import NeuralNet

/// Decision trees that lead a vector to one leaf each.
struct DecisionTrees: Sendable {
  private struct Node: Sendable {
    var behavior: Int
    var feature = 0
    var threshold = 0.0
    var isTrueForMissing = false
    /// Positions in the list of nodes.
    var trueChild = 0
    var falseChild = 0
    /// What a leaf adds.
    var additions: [(dimension: Int, value: Double)] = []
  }

  private static let leaf = 6

  private let nodes: [Node]
  private let roots: [Int]
  private let base: [Double]

  /// The number of sums.
  var dimensionCount: Int { base.count }

  /// Reads the trees and checks that each has one root, from which every node is reached once.
  init(_ message: Message, featureCount: Int) throws(ModelFileError) {
    let dimensionCount = try message.size("num_prediction_dimensions", in: 1...65536)
    let base = message.doubles("base_prediction_value")
    guard base.isEmpty || base.count == dimensionCount, isFinite(base) else {
      throw ModelFileError(
        .invalid, found: "\(base.count) base values",
        expected: "\(dimensionCount) finite ones, or none")
    }
    self.base = base.isEmpty ? Array(repeating: 0, count: dimensionCount) : base

    let messages = message.messages("nodes")
    var positions: [[Int]: Int] = [:]
    for (position, node) in messages.enumerated() {
      let key = [node.integer("tree_id"), node.integer("node_id")]
      guard positions.updateValue(position, forKey: key) == nil else {
        throw ModelFileError(
          .invalid, at: "tree \(key[0]), node \(key[1])", found: "it twice", expected: "once")
      }
    }
    var nodes: [Node] = []
    var isChild = [Bool](repeating: false, count: messages.count)
    for message in messages {
      let tree = message.integer("tree_id")
      let place = "tree \(tree), node \(message.integer("node_id"))"
      var node = Node(behavior: message.integer("node_behavior"))
      guard (0...Self.leaf).contains(node.behavior) else {
        throw ModelFileError(
          .unsupported, at: place, found: "the behaviour \(node.behavior)", expected: "0 to 6")
      }
      if node.behavior == Self.leaf {
        node.additions = message.messages("evaluation_info").map {
          ($0.integer("evaluation_index"), $0.double("evaluation_value"))
        }
        guard
          node.additions.allSatisfy({
            (0..<dimensionCount).contains($0.dimension) && $0.value.isFinite
          })
        else {
          throw ModelFileError(
            .invalid, at: place, found: "values that do not fit",
            expected: "finite ones for sums 0 to \(dimensionCount - 1)")
        }
      } else {
        node.feature = message.integer("branch_feature_index")
        node.threshold = message.double("branch_feature_value")
        node.isTrueForMissing = message.flag("missing_value_tracks_true_child")
        guard (0..<featureCount).contains(node.feature),
          let trueChild = positions[[tree, message.integer("true_child_node_id")]],
          let falseChild = positions[[tree, message.integer("false_child_node_id")]],
          trueChild != falseChild, !isChild[trueChild], !isChild[falseChild]
        else {
          throw ModelFileError(
            .invalid, at: place,
            found: "feature \(node.feature) and children that do not fit",
            expected: "a feature below \(featureCount) and two children of its own")
        }
        isChild[trueChild] = true
        isChild[falseChild] = true
        (node.trueChild, node.falseChild) = (trueChild, falseChild)
      }
      nodes.append(node)
    }
    self.nodes = nodes
    roots = nodes.indices.filter { !isChild[$0] }
    try checkThatAllAreReached()
  }

  /// As every node is the child of one other at most, a node that no root reaches is in a circle.
  private func checkThatAllAreReached() throws(ModelFileError) {
    var pending = roots
    var reached = 0
    while let position = pending.popLast() {
      reached += 1
      let node = nodes[position]
      if node.behavior != Self.leaf { pending += [node.trueChild, node.falseChild] }
    }
    guard reached == nodes.count, !nodes.isEmpty else {
      throw ModelFileError(
        .invalid, found: nodes.isEmpty ? "no nodes" : "nodes that lead to each other in a circle",
        expected: "trees")
    }
  }

  /// The base and what the leaves add to it, for a vector of features.
  func sums(for vector: [Double]) -> [Double] {
    var sums = base
    for root in roots {
      var node = nodes[root]
      while node.behavior != Self.leaf {
        node = nodes[isTrue(node, vector[node.feature]) ? node.trueChild : node.falseChild]
      }
      for addition in node.additions { sums[addition.dimension] += addition.value }
    }
    return sums
  }

  private func isTrue(_ node: Node, _ value: Double) -> Bool {
    if value.isNaN { return node.isTrueForMissing }
    return switch node.behavior {
    case 0: value <= node.threshold
    case 1: value < node.threshold
    case 2: value >= node.threshold
    case 3: value > node.threshold
    case 4: value == node.threshold
    default: value != node.threshold
    }
  }
}
