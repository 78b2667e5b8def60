import CCurl

extension EasyHandle {
  /// Sets the options common to all requests.
  convenience init(_ configuration: TransferConfiguration) throws(Fault) {
    try self.init()
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_NOSIGNAL, 1)
    try set(CURLOPT_BUFFERSIZE, configuration.bufferSize)
    try set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.milliseconds)
    try set(CURLOPT_USERAGENT, configuration.userAgent)
    try set(CURLOPT_TCP_KEEPALIVE, 1)
    // In seconds. For each request libcurl 7.88 searches all names that it knows, which took half of the time with
    // 12,000 hosts; connections are reused, so that few requests need a name again.
    try set(CURLOPT_DNS_CACHE_TIMEOUT, 1)
    // Excludes a proxy's own answer to CONNECT from the response's headers.
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // A cancellation must not wait for a name lookup.
    try set(CURLOPT_QUICK_EXIT, 1)
    let version = configuration.allowsHTTP2 ? ccurl_http_2_over_tls : ccurl_http_1_1
    try set(CURLOPT_HTTP_VERSION, version)
    try set(CURLOPT_PIPEWAIT, configuration.allowsHTTP2 ? 1 : 0)
    // The engine chooses the proxy for each request; the environment must not change that.
    try set(CURLOPT_NOPROXY, "")
    // Older versions are insecure (RFC 8996).
    try set(CURLOPT_SSLVERSION, ccurl_tls_1_2_or_later)
    try set(CURLOPT_PROXY_SSLVERSION, ccurl_tls_1_2_or_later)
    if let file = configuration.authorityFile ?? AuthorityFile.substitute {
      try set(CURLOPT_CAINFO, file)
      try set(CURLOPT_PROXY_CAINFO, file)
    }
  }

  /// Sets all options of one request: the handle may have been used before.
  /// - Parameters:
  ///   - acceptsCompression: whether to ask for gzip; otherwise the body is requested as it is stored.
  ///   - decodes: whether libcurl decodes a compressed body.
  ///   - isNewConnection: whether to make a new connection rather than reuse one.
  ///   - closesConnection: whether to close the connection afterwards rather than keep it.
  func prepare(
    _ address: Address, through proxy: Proxy?, headers: [HTTPHeader], acceptsCompression: Bool,
    decodes: Bool, isNewConnection: Bool, closesConnection: Bool, method: HTTPMethod = .get,
    bodyLength: Int64? = nil
  ) throws(Fault) {
    clearError()
    try set(method, bodyLength: bodyLength)
    try set(CURLOPT_URL, address.url)
    // An empty text means no proxy, whatever the environment says.
    try set(CURLOPT_PROXY, proxy?.url ?? "")
    try set(CURLOPT_FRESH_CONNECT, isNewConnection ? 1 : 0)
    try set(CURLOPT_FORBID_REUSE, closesConnection ? 1 : 0)
    // The header below replaces libcurl's.
    try set(CURLOPT_ACCEPT_ENCODING, decodes ? "gzip" : nil)
    let encoding = acceptsCompression ? [] : [HTTPHeader("Accept-Encoding", "identity")]
    var lines = try (encoding + headers).map { header throws(Fault) in try line(header) }
    // libcurl's notation for no such header: waiting for a permission costs a round trip for each body.
    if bodyLength != nil { lines.append("Expect:") }
    try setHeaders(lines)
  }

  /// - Parameter rate: Bytes a second that are received; nil for any number.
  func limit(rate: Int?) throws(Fault) {
    try set(CURLOPT_MAX_RECV_SPEED_LARGE, offset: Int64(rate ?? 0))
  }

  private func set(_ method: HTTPMethod, bodyLength: Int64?) throws(Fault) {
    // Undoes what an earlier request of the handle set.
    try set(CURLOPT_HTTPGET, 1)
    try set(CURLOPT_CUSTOMREQUEST, nil)
    if method == .head { try set(CURLOPT_NOBODY, 1) }
    if let bodyLength {
      try set(CURLOPT_UPLOAD, 1)
      try set(CURLOPT_INFILESIZE_LARGE, offset: bodyLength)
    }
    if method != .get, method != .head { try set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
  }

  /// Refuses a header that could inject another header or request.
  private func line(_ header: HTTPHeader) throws(Fault) -> String {
    let isToken = header.name.utf8.allSatisfy { (33...126).contains($0) && $0 != 58 && $0 != 59 }
    let isClean = header.value.utf8.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 }
    guard !header.name.isEmpty, isToken, isClean, header.value.utf8.count <= 16_384 else {
      throw Fault(.badURL, "the request header '\(header.name)' cannot be sent")
    }
    // libcurl's notation for a header without a value.
    return header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
  }
}

extension TransferConfiguration {
  /// Size of the kernel's receive buffer at a low rate limit; nil leaves it to the kernel.
  ///
  /// libcurl 7.88 reads up to a hundred buffers in one turn: without this, more than a second's
  /// worth of bytes could arrive at once.
  var receiveBuffer: Int32? {
    guard let maximumRate, maximumRate < 2 << 20 else { return nil }
    return Int32(max(4 << 10, maximumRate / 16))
  }

  /// Size of one read. Small at a low rate limit, so that transfers share it evenly.
  fileprivate var bufferSize: Int {
    guard let maximumRate else { return 64 << 10 }
    return min(64 << 10, max(1 << 10, maximumRate / (8 * max(1, width))))
  }
}

extension Duration {
  /// At least one, and at most what libcurl accepts.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    let whole = min(max(seconds, 0), 2_000_000)
    return max(1, Int(whole) * 1000 + Int(max(attoseconds, 0) / 1_000_000_000_000_000))
  }
}
