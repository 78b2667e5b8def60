/// Reads addresses, and remembers the endpoints of the last ones: a feed's photos come from a few
/// hosts, and taking an address apart is a good part of what a request costs.
///
/// An address that begins with the same bytes up to its path leads to the same endpoint, whatever
/// the path (RFC 3986 3.2: the authority ends at the first slash); it is only looked up where it has
/// nothing to encode.
struct AddressBook {
  static let mostEndpoints = 64
  private var endpoints: [Substring: Endpoint] = [:]

  mutating func read(_ text: String) throws(Fault) -> Address {
    guard let beginning = Self.beginning(of: text) else { return try Address(text) }
    if let endpoint = endpoints[beginning] { return Address(url: text, endpoint: endpoint) }
    let address = try Address(text)
    if endpoints.count >= Self.mostEndpoints { endpoints = [:] }
    // A substring would keep the whole text.
    endpoints[Substring(String(beginning))] = address.endpoint
    return address
  }

  /// Scheme and authority with the slash that ends them; nil where that is not plain to see.
  private static func beginning(of text: String) -> Substring? {
    let bytes = text.utf8
    guard Address.isPlain(text), let colon = bytes.firstIndex(of: 58) else { return nil }
    let rest = bytes[colon...]
    guard rest.starts(with: "://".utf8) else { return nil }
    let authority = rest.dropFirst(3)
    guard let end = authority.firstIndex(where: { $0 == 47 || $0 == 63 || $0 == 35 }),
      end > authority.startIndex, bytes[end] == 47
    else { return nil }
    return text[...end]
  }
}
