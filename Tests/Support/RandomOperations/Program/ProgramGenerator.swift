/// Makes programs: the same one for the same seed.
package struct ProgramGenerator {
  /// The groups in which an operation may run others, the innermost first, and what is around it.
  struct Scope {
    var groups: [Int] = []
    var keys: Set<String> = []
    var depth = 3
  }

  var random: SeededGenerator
  let shapes: Shapes
  private var lastID = 0
  /// How many more operations the program may have.
  var budget: Int
  /// Whether nothing disturbs the program.
  let isCalm: Bool

  private init(seed: UInt64, shapes: Shapes) {
    random = SeededGenerator(seed: seed)
    self.shapes = shapes
    budget = 8 + random.number(below: 40)
    isCalm = random.rolls(2)
  }

  /// The program of a seed.
  package static func program(seed: UInt64, shapes: Shapes = Shapes()) -> Program {
    var generator = ProgramGenerator(seed: seed, shapes: shapes)
    let host = generator.host()
    let parts = generator.outermost(of: host)
    let disturbances = generator.hostDisturbances(host)
    return Program(seed: seed, host: host, parts: parts, disturbances: disturbances)
  }

  private mutating func host() -> Program.Host {
    switch random.number(below: 3) {
    case 0: .operationQueue(width: 1 + random.number(below: 3))
    case 1: .asyncQueue(width: 1 + random.number(below: 3))
    default: .caller
    }
  }

  private mutating func outermost(of host: Program.Host) -> [Part] {
    var scope = Scope()
    if case .asyncQueue = host { scope.groups = [0] }
    var parts: [Part] = []
    for _ in 0..<(1 + random.number(below: 3)) {
      // A plain operation in an `OperationQueue` would test Foundation alone.
      let choice: Choice = scope.groups.isEmpty ? .own : .any
      var part = part(in: scope, random.rolls(4) ? choice : .group)
      part.isKept = true
      if host != .caller { depend(&part, on: parts) }
      parts.append(part)
    }
    return parts
  }

  private mutating func hostDisturbances(_ host: Program.Host) -> [Disturbance] {
    guard !isCalm, random.rolls(3) else { return [] }
    let delay = random.number(below: 120)
    if host == .caller || random.rolls(2) { return [Disturbance(kind: .cancel, delay: delay)] }
    return [Disturbance(kind: .suspend(random.number(below: 60)), delay: delay / 4)]
  }

  mutating func newID() -> Int {
    lastID += 1
    budget -= 1
    return lastID
  }

  /// Lets `part` depend on some of its earlier siblings.
  mutating func depend(_ part: inout Part, on siblings: [Part]) {
    guard !siblings.isEmpty, random.rolls(4) else { return }
    var ids: Set<Int> = []
    for _ in 0..<(1 + random.number(below: 2)) {
      ids.insert(siblings[random.number(below: siblings.count)].id)
    }
    part.dependencies = ids.sorted()
    if case .plain = part.kind { return }
    part.requiresSuccess = random.rolls(3)
  }

}
