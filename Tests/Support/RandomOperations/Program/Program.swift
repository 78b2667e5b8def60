/// A random program of operations, as a value: what is made, how it is connected, what disturbs it.
///
/// The same value is described as text, predicted by a model, and run.
package struct Program: Sendable {
  /// What runs the outermost operations. Its number is 0.
  enum Host: Sendable, Equatable {
    case operationQueue(width: Int)
    case asyncQueue(width: Int)
    /// A task for each, which runs it.
    case caller
  }

  /// The seed from which the generator makes this program again.
  package let seed: UInt64
  let host: Host
  let parts: [Part]
  let disturbances: [Disturbance]
}

/// One operation of a program.
struct Part: Sendable {
  /// A number that no other part of the program has, from 1.
  let id: Int
  let kind: Kind
  var isObserved = false
  /// Whether the run keeps the operation; otherwise it is released as early as the library does.
  var isKept = true
  var keys: Set<String> = []
  /// Earlier children of the same group.
  var dependencies: [Int] = []
  var requiresSuccess = false
  var disturbances: [Disturbance] = []

  enum Kind: Sendable {
    case leaf(Body)
    /// An `Operation` of Foundation.
    case plain(work: Int)
    case retry(RetryPlan)
    case group(GroupPlan)
    case list(ListPlan)
    case tree(TreePlan)
  }
}

extension Part {
  /// The operation with other work.
  func replacing(_ kind: Kind) -> Part {
    var part = Part(id: id, kind: kind)
    (part.isObserved, part.isKept, part.keys) = (isObserved, isKept, keys)
    (part.dependencies, part.requiresSuccess) = (dependencies, requiresSuccess)
    part.disturbances = disturbances
    return part
  }
}

/// The work of a leaf or of a group.
struct Body: Sendable {
  enum End: Sendable { case value, failure, cancellation }

  enum Step: Sendable {
    /// Yields to other tasks so many times.
    case work(Int)
    case add(Part, to: Int)
    /// Runs a child in a group: the body's own, or one around it.
    case run(Part, in: Int, isCaught: Bool)
    /// Runs an operation by its own `run()`.
    case runAlone(Part, isCaught: Bool)
  }

  var steps: [Step]
  var end: End
}

struct RetryPlan: Sendable {
  /// One for each attempt that the policy allows.
  var attempts: [Part]
  /// How long the clock takes.
  var pause: Int
  var keepsSlot: Bool
}

/// A group with a body.
struct GroupPlan: Sendable {
  var width: Int
  /// Whether a child's failure stops the others.
  var stops: Bool
  /// Children added before the start.
  var early: [Part]
  var body: Body
}

/// A group over inputs or of given children.
struct ListPlan: Sendable {
  enum Form: String, Sendable, CaseIterable { case over, forEach, parallel, sequence }

  var form: Form
  var width: Int
  var stops: Bool
  var children: [Part]
}

/// What happens to an operation from outside.
struct Disturbance: Sendable {
  enum Kind: Sendable {
    case cancel
    case settle(isValue: Bool)
    /// Takes a token, for so long.
    case suspend(Int)
    case cancelChildren
    case addLate(Part)
  }

  let kind: Kind
  /// How long after the operation was made. Nil: before it is added or run.
  let delay: Int?

  /// Whether it decides the outcome.
  var isDecisive: Bool {
    switch kind {
    case .cancel, .settle: true
    case .suspend, .cancelChildren, .addLate: false
    }
  }
}
