/// Pseudo-random numbers that are a pure function of a seed: SplitMix64 (Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = SeededGenerator.mixed(seed) }

  /// A seed for each text; FNV-1a, 64 bits.
  init(text: String, seed: UInt64 = 0) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.init(seed: hash ^ SeededGenerator.mixed(seed))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return SeededGenerator.mixed(state)
  }

  /// The number for `what`, independent of other requests.
  func number(_ what: Trait) -> UInt64 {
    SeededGenerator.mixed(state &+ what.rawValue &* 0x9e37_79b9)
  }

  /// A number in `range`, about uniformly distributed.
  func number(_ what: Trait, in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(number(what) % UInt64(range.count))
  }

  /// True for one in `count`.
  func chance(_ what: Trait, oneIn count: UInt64) -> Bool { number(what) % count == 0 }

  func pick<Value>(_ what: Trait, of values: [Value]) -> Value {
    values[Int(number(what) % UInt64(values.count))]
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// Properties of a photo; each has its own number.
  enum Trait: UInt64 {
    case idJitter = 1
    case secret, originalSecret, largeSecret, owner, album, server, isStrange, title
    case titleSubject, titlePlace, description, tags, licence, dateTaken, dateQuirk, hasPlace
    case latitude, longitude, views, numberQuirk, mayDownload
    case isSmall, longestEdge, aspect, isPNG, isDisguised, scene, entityTag, faultPoint
    case comment, person, note
  }
}
