import CCurl

extension EasyHandle {
  /// The options of every request.
  convenience init(_ configuration: TransferConfiguration) throws(Fault) {
    try self.init()
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_NOSIGNAL, 1)
    try set(CURLOPT_BUFFERSIZE, configuration.bufferSize)
    try set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.milliseconds)
    try set(CURLOPT_USERAGENT, configuration.userAgent)
    try set(CURLOPT_TCP_KEEPALIVE, 1)
    // A proxy's own answer to CONNECT is not the server's.
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Cancelling while a name is being looked up must not wait for the look-up.
    try set(CURLOPT_QUICK_EXIT, 1)
    let version = configuration.allowsHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
    try set(CURLOPT_HTTP_VERSION, Int(version))
    try set(CURLOPT_PIPEWAIT, configuration.allowsHTTP2 ? 1 : 0)
    // The proxy is decided for each request, and nothing in the environment changes that.
    try set(CURLOPT_NOPROXY, "")
    // Older ones are broken (RFC 8996).
    try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    try set(CURLOPT_PROXY_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    if let file = configuration.authorityFile {
      try set(CURLOPT_CAINFO, file)
      try set(CURLOPT_PROXY_CAINFO, file)
    }
  }

  /// The options of one request; all of them, for the handle was used before.
  /// - Parameters:
  ///   - acceptsCompression: gzip, undone by libcurl; otherwise the bytes as they are stored.
  ///   - isNewConnection: none that was used before.
  func prepare(
    _ address: Address, through proxy: Proxy?, headers: [HTTPHeader], acceptsCompression: Bool,
    isNewConnection: Bool
  ) throws(Fault) {
    clearError()
    try set(CURLOPT_URL, address.url)
    // Empty: none, whatever the environment says.
    try set(CURLOPT_PROXY, proxy?.url ?? "")
    try set(CURLOPT_FRESH_CONNECT, isNewConnection ? 1 : 0)
    try set(CURLOPT_ACCEPT_ENCODING, acceptsCompression ? "gzip" : nil)
    let encoding = acceptsCompression ? [] : [HTTPHeader("Accept-Encoding", "identity")]
    try setHeaders(try (encoding + headers).map { header throws(Fault) in try line(header) })
  }

  /// A header that could smuggle another one, or a request, is refused.
  private func line(_ header: HTTPHeader) throws(Fault) -> String {
    let isToken = header.name.utf8.allSatisfy { (33...126).contains($0) && $0 != 58 && $0 != 59 }
    let isClean = header.value.utf8.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 }
    guard !header.name.isEmpty, isToken, isClean, header.value.utf8.count <= 16_384 else {
      throw Fault(.badURL, "the request header '\(header.name)' cannot be sent")
    }
    // libcurl's way of writing a header without a value.
    return header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
  }
}

extension TransferConfiguration {
  /// The kernel's buffer for a connection, where a low rate is asked for; nil: the kernel's choice.
  ///
  /// libcurl 7.88 reads a hundred buffers, or all that there is, in one turn: without this a whole
  /// second's worth and more would come at once.
  var receiveBuffer: Int32? {
    guard let maximumRate, maximumRate < 2 << 20 else { return nil }
    return Int32(max(4 << 10, maximumRate / 16))
  }

  /// Read at a time: small enough at a low rate that the transfers come by their turns evenly.
  fileprivate var bufferSize: Int {
    guard let maximumRate else { return 64 << 10 }
    return min(64 << 10, max(1 << 10, maximumRate / (8 * max(1, width))))
  }
}

extension Duration {
  /// At least one, and within what libcurl takes.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    let whole = min(max(seconds, 0), 2_000_000)
    return max(1, Int(whole) * 1000 + Int(max(attoseconds, 0) / 1_000_000_000_000_000))
  }
}
