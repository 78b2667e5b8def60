/// An invalid command line.
struct InvalidOption: Error {
  /// A sentence in lower case without a period.
  let message: String
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
          throw InvalidOption(message: "\(name) is not known, or lacks its value")
        }
        try set(parts[0], to: value)
      }
    }
  }

  private mutating func set(_ name: String, to value: String) throws(InvalidOption) {
    switch name {
    case "--port": port = try Options.number(name, value, 0...65535)
    case "--photos": photoCount = try Options.number(name, value, 0...World.countLimit)
    case "--pictures": pictureCount = try Options.number(name, value, 1...World.countLimit)
    case "--latency": latency = Double(try Options.number(name, value, 0...600_000)) / 1000
    case "--rate": rate = try Options.number(name, value, 1...Int(Int32.max))
    case "--rate-limit": rateLimit = try Options.fraction(name, value, 0.01...1_000_000)
    case "--chunked-every": chunkedEvery = try Options.number(name, value, 1...World.countLimit)
    case "--hide-every": hiddenEvery = try Options.number(name, value, 1...World.countLimit)
    case "--video-every": videoEvery = try Options.number(name, value, 1...World.countLimit)
    case "--private-every": privateEvery = try Options.number(name, value, 1...World.countLimit)
    case "--touched-every": touchedEvery = try Options.number(name, value, 1...World.countLimit)
    case "--revoke-after": revokeAfter = try Options.number(name, value, 0...World.countLimit)
    case "--seed": faults.seed = try Options.number(name, value, 0...UInt64.max)
    case "--faults":
      faults.shares.merge(try Options.shares(name, value)) { $1 }
    case "--fault-photo":
      let (id, kind) = try Options.pair(name, value[...])
      faults.always[id] = try Options.fault(name, kind)
    default: throw InvalidOption(message: "\(name) is not known")
    }
  }

  private static func number<Number: FixedWidthInteger>(
    _ name: String, _ text: String, _ range: ClosedRange<Number>
  ) throws(InvalidOption) -> Number {
    guard let number = Number(text), range.contains(number) else {
      throw InvalidOption(
        message: "\(name) wants a number from \(range.lowerBound) to \(range.upperBound), "
          + "not \"\(text)\"")
    }
    return number
  }

  private static func fraction(
    _ name: String, _ text: String, _ range: ClosedRange<Double>
  ) throws(InvalidOption) -> Double {
    guard let number = Double(text), range.contains(number) else {
      throw InvalidOption(
        message: "\(name) wants a number from \(range.lowerBound) to \(range.upperBound), "
          + "not \"\(text)\"")
    }
    return number
  }

  /// `KIND=SHARE,…`; none if the text is empty.
  static func shares(_ name: String, _ text: String) throws(InvalidOption) -> [Fault: Double] {
    var shares: [Fault: Double] = [:]
    for pair in text.split(separator: ",") {
      let (kind, share) = try Options.pair(name, pair)
      shares[try Options.fault(name, kind)] = try Options.fraction(name, share, 0...1)
    }
    return shares
  }

  private static func fault(_ name: String, _ text: String) throws(InvalidOption) -> Fault {
    guard let fault = Fault(rawValue: text) else {
      let known = Fault.allCases.map(\.rawValue).joined(separator: ", ")
      throw InvalidOption(message: "\(name) knows no fault \"\(text)\", only \(known)")
    }
    return fault
  }

  private static func pair(
    _ name: String, _ text: Substring
  ) throws(InvalidOption) -> (String, String) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else {
      throw InvalidOption(message: "\(name) wants pairs joined by \"=\", not \"\(text)\"")
    }
    return (String(parts[0]), String(parts[1]))
  }
}
