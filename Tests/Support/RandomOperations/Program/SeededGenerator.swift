/// SplitMix64: the same numbers for the same seed.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Other random, whose numbers these decide.
  package mutating func fork() -> SeededGenerator { SeededGenerator(seed: next()) }

  package mutating func number(below bound: Int) -> Int { .random(in: 0..<bound, using: &self) }

  /// True once in `sides` times.
  package mutating func rolls(_ sides: Int) -> Bool { number(below: sides) == 0 }

  /// Yields to other tasks a few times.
  package mutating func pause() async {
    for _ in 0..<number(below: 30) { await Task.yield() }
  }
}
