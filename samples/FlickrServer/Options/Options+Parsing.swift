/// An invalid command line.
struct InvalidOption: Error {
  /// A sentence in lower case without a period.
  let message: String

  init(_ message: String) { self.message = message }
}

extension Options {
  /// - Parameter arguments: without the program's name.
  init(_ arguments: some Sequence<String>) throws(InvalidOption) {
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      switch name {
      case "--help", "-h": wantsHelp = true
      case "--without-url-extras": listsAddresses = false
      default:
        // The value follows as the next argument or after "=".
        let parts = name.split(separator: "=", maxSplits: 1).map(String.init)
        guard let value = parts.count == 2 ? parts[1] : rest.next() else {
          throw InvalidOption("\(name) is not known, or lacks its value")
        }
        try set(parts[0], to: value)
      }
    }
  }

  private mutating func set(_ name: String, to value: String) throws(InvalidOption) {
    let counts = 1...World.countLimit
    switch name {
    case "--port": port = try Options.number(name, value, 0...65535)
    case "--photos": photoCount = try Options.number(name, value, 0...World.countLimit)
    case "--pictures": pictureCount = try Options.number(name, value, counts)
    case "--latency": latency = try Options.number(name, value, 0...600_000) / 1000
    case "--rate": rate = try Options.number(name, value, 1...Int(Int32.max))
    case "--rate-limit": rateLimit = try Options.number(name, value, 0.01...1_000_000)
    case "--revoke-after": revokeAfter = try Options.number(name, value, 0...World.countLimit)
    case "--seed": faults.seed = try Options.number(name, value, 0...UInt64.max)
    case "--faults": faults.shares.merge(try Options.shares(name, value)) { $1 }
    case "--fault-photo":
      let (id, kind) = try Options.pair(name, value[...])
      faults.always[id] = try Options.fault(name, kind)
    default:
      guard let trait = Every(rawValue: name) else { throw InvalidOption("\(name) is not known") }
      every[trait] = try Options.number(name, value, counts)
    }
  }

  private static func number<Number: LosslessStringConvertible & Comparable>(
    _ name: String, _ text: String, _ range: ClosedRange<Number>
  ) throws(InvalidOption) -> Number {
    guard let number = Number(text), range.contains(number) else {
      throw InvalidOption(
        "\(name) wants a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
    }
    return number
  }

  /// `KIND=SHARE,…`; none if the text is empty.
  static func shares(_ name: String, _ text: String) throws(InvalidOption) -> [Fault: Double] {
    var shares: [Fault: Double] = [:]
    for pair in text.split(separator: ",") {
      let (kind, share) = try Options.pair(name, pair)
      shares[try Options.fault(name, kind)] = try Options.number(name, share, 0...1)
    }
    return shares
  }

  private static func fault(_ name: String, _ text: String) throws(InvalidOption) -> Fault {
    if let fault = Fault(rawValue: text) { return fault }
    let known = Fault.allCases.map(\.rawValue).joined(separator: ", ")
    throw InvalidOption("\(name) knows no fault \"\(text)\", only \(known)")
  }

  private static func pair(
    _ name: String, _ text: Substring
  ) throws(InvalidOption) -> (String, String) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else {
      throw InvalidOption("\(name) wants pairs joined by \"=\", not \"\(text)\"")
    }
    return (String(parts[0]), String(parts[1]))
  }
}
