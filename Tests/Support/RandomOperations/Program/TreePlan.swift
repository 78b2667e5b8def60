/// A tree of nodes and all inputs that it will have.
struct TreePlan: Sendable {
  struct Node: Sendable {
    var width: Int
    /// Nil: no policy.
    var attempts: Int?
    var pause: Int
    var keepsSlot: Bool
    var onFailure: Decision?
    /// The nodes that it feeds, which have higher numbers.
    var feeds: [Int]
    /// Whether its children read an asynchronous sequence.
    var isAsync: Bool
  }

  enum Decision: Sendable { case goOn, stop }

  struct Input: Sendable {
    let id: Int
    /// The number of attempts that fail.
    var failures: Int
    /// The inputs of each node that is fed.
    var below: [[Input]]
    /// The expansion that fails, and after how many inputs.
    var broken: (edge: Int, after: Int)?
  }

  /// The first is the root.
  var nodes: [Node]
  var root: Input
}
