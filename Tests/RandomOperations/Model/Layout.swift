/// A group, or the host, as its children see it.
struct Ring: Sendable {
  var width: Int
  var stops: Bool
  var children: [Int] = []
  /// The number of children that start in order.
  var ordered = 0
}

/// All operations of a program in their places.
struct Layout: Sendable {
  private(set) var spots: [Int: Spot] = [:]
  private(set) var rings: [Int: Ring] = [:]
  /// The operations' numbers: those around others first.
  private(set) var ids: [Int] = []

  init(_ program: Program) {
    switch program.host {
    case .operationQueue(let width), .asyncQueue(let width):
      rings[0] = Ring(width: width, stops: false)
      for part in program.parts { place(part, Position(group: 0, isJudged: true, isInOrder: true)) }
    case .caller:
      for part in program.parts { place(part, Position()) }
    }
  }

  /// The spot of an operation. Every number of a program has one.
  subscript(id: Int) -> Spot {
    guard let spot = spots[id] else { preconditionFailure("no operation \(id)") }
    return spot
  }

  /// The child of `group` in whose slot `id` works; nil if it is not inside one.
  func seat(of id: Int, in group: Int) -> Int? {
    spots[id]?.seats.first { $0.group == group }?.child
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
    var spot = Spot(part: part, group: position.group)
    (spot.isJudged, spot.isCertain) = (position.isJudged, position.isCertain)
    (spot.isLate, spot.caller) = (position.isLate, position.caller)
    let caller = position.caller.map { self[$0] }
    if let group = position.group {
      spot.seats = [.init(group: group, child: part.id)] + (spots[group]?.seats ?? [])
      spot.keys = spots[group]?.keys ?? [:]
      rings[group]?.children.append(part.id)
      if position.isInOrder, part.dependencies.isEmpty {
        spot.order = rings[group]?.ordered
        rings[group]?.ordered += 1
      }
    } else {
      spot.seats = caller?.seats ?? []
    }
    spot.keys.merge(caller?.keys ?? [:]) { $1 }
    spot.asksForHeldKey = !part.keys.isDisjoint(with: spot.keys.keys)
    if !spot.asksForHeldKey { for key in part.keys { spot.keys[key] = part.id } }
    spots[part.id] = spot
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
      rings[id] = Ring(width: plan.width, stops: plan.stops)
      for part in plan.early { place(part, child) }
      place(plan.body, of: id)
    case .list(let plan):
      rings[id] = Ring(width: plan.width, stops: plan.stops)
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
