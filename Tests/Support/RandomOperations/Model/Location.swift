/// Where an operation of a program is: what follows from the program's text alone.
struct Location: Sendable {
  /// A child in a slot of a group.
  struct Slot: Sendable {
    let group: Int
    let child: Int
  }

  let part: Part
  /// The group whose child it is.
  var group: Int?
  /// Whether its failure counts for the group.
  var isJudged = false
  /// Whether the group has it for certain, if the group's body begins.
  var isCertain = false
  /// Whether it is added from outside.
  var isLate = false
  /// The operation whose body runs it.
  var caller: Int?
  /// Its number among the group's children that start in order.
  var order: Int?
  /// The slots that it works in, the innermost first.
  var slots: [Slot] = []
  /// The keys that are held while it works, with their holders.
  var keys: [String: Int] = [:]
  /// Whether it asks for a key that is held around it.
  var asksForHeldKey = false
}

extension Part {
  /// Whether its outcome is decided before it can begin.
  var isPrevented: Bool { disturbances.contains { $0.delay == nil && $0.isDecisive } }

  /// Whether an observer receives all children: some groups have theirs before they can be observed.
  var tellsOfAllChildren: Bool {
    guard isObserved, case .list(let plan) = kind else { return isObserved }
    return plan.form == .over || plan.form == .forEach
  }
}
