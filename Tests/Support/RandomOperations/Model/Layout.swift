/// A group, or the host, as its children see it.
struct GroupInfo: Sendable {
  var width: Int
  var stops: Bool
  var children: [Int] = []
  /// The number of children that start in order.
  var ordered = 0
}

/// All operations of a program in their places.
struct Layout: Sendable {
  private(set) var locations: [Int: Location] = [:]
  private(set) var groups: [Int: GroupInfo] = [:]
  /// The operations' numbers: those around others first.
  private(set) var ids: [Int] = []

  init(_ program: Program) {
    switch program.host {
    case .operationQueue(let width), .asyncQueue(let width):
      groups[0] = GroupInfo(width: width, stops: false)
      for part in program.parts { place(part, Position(group: 0, isJudged: true, isInOrder: true)) }
    case .caller:
      for part in program.parts { place(part, Position()) }
    }
  }

  /// The location of an operation. Every number of a program has one.
  subscript(id: Int) -> Location {
    guard let location = locations[id] else { preconditionFailure("no operation \(id)") }
    return location
  }

  /// The child of `group` in whose slot `id` works; nil if it is not inside one.
  func slot(of id: Int, in group: Int) -> Int? {
    locations[id]?.slots.first { $0.group == group }?.child
  }
}

/// How the operation around refers to the one that is placed.
private struct Position {
  var group: Int?
  var isJudged = false
  var isCertain = false
  var isInOrder = false
  var isLate = false
  var caller: Int?
}

extension Layout {
  private mutating func place(_ part: Part, _ position: Position) {
    var location = Location(part: part, group: position.group)
    (location.isJudged, location.isCertain) = (position.isJudged, position.isCertain)
    (location.isLate, location.caller) = (position.isLate, position.caller)
    let caller = position.caller.map { self[$0] }
    if let group = position.group {
      location.slots = [.init(group: group, child: part.id)] + (locations[group]?.slots ?? [])
      location.keys = locations[group]?.keys ?? [:]
      groups[group]?.children.append(part.id)
      if position.isInOrder, part.dependencies.isEmpty {
        location.order = groups[group]?.ordered
        groups[group]?.ordered += 1
      }
    } else {
      location.slots = caller?.slots ?? []
    }
    location.keys.merge(caller?.keys ?? [:]) { $1 }
    location.asksForHeldKey = !part.keys.isDisjoint(with: location.keys.keys)
    if !location.asksForHeldKey { for key in part.keys { location.keys[key] = part.id } }
    locations[part.id] = location
    ids.append(part.id)
    placeParts(of: part)
  }

  private mutating func placeParts(of part: Part) {
    let id = part.id
    let child = Position(group: id, isJudged: true, isCertain: true, isInOrder: true)
    switch part.kind {
    case .plain, .tree: break
    case .leaf(let body): place(body, of: id)
    case .retry(let plan):
      for attempt in plan.attempts { place(attempt, Position(caller: id)) }
    case .group(let plan):
      groups[id] = GroupInfo(width: plan.width, stops: plan.stops)
      for part in plan.early { place(part, child) }
      place(plan.body, of: id)
    case .list(let plan):
      groups[id] = GroupInfo(width: plan.width, stops: plan.stops)
      for part in plan.children { place(part, child) }
    }
    for case .addLate(let part) in part.disturbances.map(\.kind) {
      place(part, Position(group: id, isJudged: true, isLate: true))
    }
  }

  private mutating func place(_ body: Body, of id: Int) {
    /// Whether no step before can have ended the body.
    var isCertain = true
    for step in body.steps {
      switch step {
      case .work: break
      case .add(let part, let group):
        let isOwn = group == id
        place(
          part,
          Position(
            group: group, isJudged: true, isCertain: isOwn && isCertain, isInOrder: isOwn))
      case .run(let part, let group, let isCaught):
        place(part, Position(group: group, isInOrder: group == id, caller: id))
        isCertain = isCertain && isCaught
      case .runAlone(let part, let isCaught):
        place(part, Position(caller: id))
        isCertain = isCertain && isCaught
      }
    }
  }
}
