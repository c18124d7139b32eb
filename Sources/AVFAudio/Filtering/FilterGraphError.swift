/// Says why a filter graph cannot be used.
package struct FilterGraphError: Error, Hashable, Sendable {
  /// The graph as it was written.
  package let graph: String

  /// What is wrong with it, in plain words.
  package let fault: String

  /// Describes a fault.
  package init(graph: String, fault: String) {
    self.graph = graph
    self.fault = fault
  }
}

extension FilterGraphError: CustomStringConvertible {
  /// One line: which graph, what is wrong.
  package var description: String {
    "the filter graph '\(VisibleText.text(graph))': \(fault)"
  }
}

extension FilterGraphError {
  /// Describes a graph that the library refuses.
  ///
  /// - Parameter messages: what the library said of it, the cause first.
  init(graph: String, messages: [String]) {
    let first = messages.first ?? "it cannot be set up"
    let words = first.split(separator: "'", omittingEmptySubsequences: false)
    if first.hasPrefix("No such filter"), words.count >= 2 {
      self.init(graph: graph, fault: VisibleText.text("there is no filter '\(words[1])'"))
    } else if first.hasPrefix("Option"), first.hasSuffix("not found"), words.count >= 2 {
      let fault = "there is no option '\(words[1])' of that filter"
      self.init(graph: graph, fault: VisibleText.text(fault))
    } else {
      let fault = first.prefix(1).lowercased() + first.dropFirst()
      self.init(graph: graph, fault: VisibleText.text(fault))
    }
  }
}
