import Glibc

/// Looks up a host's addresses, as a transfer does (getaddrinfo(3)). Blocks.
struct HostCheck {
  let host: String

  func run() -> Diagnosis {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    // A URL has an IPv6 address in brackets.
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let result = getaddrinfo(name, nil, &hints, &found)
    guard result == 0 else {
      return .failure(
        "DNS", "\(host): \(String(cString: gai_strerror(result)))",
        hint: "check the network, and the name servers in /etc/resolv.conf")
    }
    defer { freeaddrinfo(found) }
    var count = 0
    var next = found
    while let address = next {
      count += 1
      next = address.pointee.ai_next
    }
    return .ok("DNS", "\(host) has \(count == 1 ? "an address" : "\(count) addresses")")
  }
}
