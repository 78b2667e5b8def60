/// Hosts that are contacted without a proxy: the list in `no_proxy`.
struct ProxyExceptions: Sendable {
  private struct Network {
    let bytes: [UInt8]
    let bits: Int

    /// An address, or a network in CIDR notation (RFC 4632): `10.0.0.0/8`.
    init?(_ text: Substring) {
      let halves = text.split(separator: "/", omittingEmptySubsequences: false)
      let name = halves[0].drop { $0 == "[" }.prefix { $0 != "]" }
      guard halves.count <= 2, let address = NetworkAddress(String(name)) else { return nil }
      bytes = address.bytes
      guard halves.count == 2 else {
        bits = 8 * bytes.count
        return
      }
      guard let bits = Int(halves[1]), (0...8 * bytes.count).contains(bits) else { return nil }
      self.bits = bits
    }

    func contains(_ address: NetworkAddress) -> Bool {
      guard address.bytes.count == bytes.count else { return false }
      return (0..<bits).allSatisfy { bit in
        let mask = UInt8(0x80) >> (bit % 8)
        return address.bytes[bit / 8] & mask == bytes[bit / 8] & mask
      }
    }
  }

  private let isEveryHost: Bool
  private var networks: [Network] = []
  /// In lower case, without leading and trailing dots.
  private var domains: [Substring] = []

  /// - Parameter list: host names, which include their subdomains, addresses and networks,
  ///   separated by commas or blanks; `*` alone means every host.
  init(_ list: String) {
    let entries = list.lowercased().split { $0 == "," || $0.isWhitespace }
    isEveryHost = entries == ["*"]
    for entry in entries {
      if let network = Network(entry) {
        networks.append(network)
      } else {
        domains.append(entry.bare)
      }
    }
    domains.removeAll(where: \.isEmpty)
  }

  /// - Parameter name: in lower case; an IPv6 address in its brackets.
  func contains(_ name: String) -> Bool {
    if isEveryHost { return true }
    if let address = NetworkAddress(name.filter { $0 != "[" && $0 != "]" }) {
      return networks.contains { $0.contains(address) }
    }
    let name = name[...].bare
    return domains.contains { name == $0 || name.hasSuffix("." + $0) }
  }
}

extension Substring {
  /// Without leading and trailing dots.
  fileprivate var bare: Substring {
    let rest = drop { $0 == "." }
    return rest.hasSuffix(".") ? rest.dropLast() : rest
  }
}
