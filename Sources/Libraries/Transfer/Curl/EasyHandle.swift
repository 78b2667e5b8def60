import CCurl
import Glibc

/// One libcurl easy handle: the options of a transfer, and what libcurl knows after it.
///
/// Belongs to the engine's thread. Reused for many transfers, which is cheaper than a new handle
/// for each; connections and TLS sessions belong to the multi handle.
final class EasyHandle {
  let pointer: UnsafeMutableRawPointer
  private let errorBuffer: UnsafeMutablePointer<CChar>
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private var headerLines: [String] = []

  init() throws(Fault) {
    guard let pointer = curl_easy_init() else {
      throw Fault.system(ENOMEM, "cannot make a transfer handle")
    }
    self.pointer = pointer
    errorBuffer = .allocate(capacity: ccurl_error_size)
    errorBuffer.initialize(repeating: 0, count: ccurl_error_size)
    try check(ccurl_set_error_buffer(pointer, errorBuffer))
  }

  deinit {
    curl_easy_cleanup(pointer)
    curl_slist_free_all(headerList)
    errorBuffer.deallocate()
  }

  func set(_ option: CURLoption, _ value: Int) throws(Fault) {
    try check(ccurl_set_long(pointer, option, value))
  }

  func set(_ option: CURLoption, offset value: Int64) throws(Fault) {
    try check(ccurl_set_offset(pointer, option, curl_off_t(value)))
  }

  func set(_ option: CURLoption, _ value: String?) throws(Fault) {
    try check(ccurl_set_string(pointer, option, value))
  }

  /// - Parameter lines: complete header lines; the caller has checked them for line breaks.
  func setHeaders(_ lines: [String]) throws(Fault) {
    guard lines != headerLines else { return }
    curl_slist_free_all(headerList)
    (headerList, headerLines) = (nil, [])
    for line in lines {
      guard let longer = curl_slist_append(headerList, line) else {
        throw Fault.system(ENOMEM, "cannot make a request header")
      }
      headerList = longer
    }
    try check(ccurl_set_list(pointer, CURLOPT_HTTPHEADER, headerList))
    headerLines = lines
  }

  /// Clears the error message of the last transfer.
  func clearError() { errorBuffer[0] = 0 }

  /// Sets the callbacks for headers and body. Both are called on the engine's thread with `context`
  /// as their last argument.
  func setCallbacks(
    header: ccurl_data_callback, body: ccurl_data_callback, context: UnsafeMutableRawPointer
  ) throws(Fault) {
    try check(ccurl_set_header_callback(pointer, header, context))
    try check(ccurl_set_body_callback(pointer, body, context))
  }

  /// Sets the callbacks that give the bytes to send, and that go back to an earlier one.
  func setSource(
    read: ccurl_data_callback, seek: curl_seek_callback, context: UnsafeMutableRawPointer
  ) throws(Fault) {
    try check(ccurl_set_read_callback(pointer, read, context))
    try check(ccurl_set_seek_callback(pointer, seek, context))
  }

  /// Sets the callback that creates the socket, or refuses the resolved address.
  func setOpenSocket(_ callback: curl_opensocket_callback, context: UnsafeMutableRawPointer)
    throws(Fault)
  {
    try check(ccurl_set_open_socket_callback(pointer, callback, context))
  }

  /// Sets the callback that closes a socket. It may be called after the transfer, until the multi
  /// handle is closed; the context must live as long.
  func setCloseSocket(_ callback: curl_closesocket_callback, context: UnsafeMutableRawPointer)
    throws(Fault)
  {
    try check(ccurl_set_close_socket_callback(pointer, callback, context))
  }

  /// Sets the callback for a connection that was made or chosen, before the request is sent.
  func setBeforeRequest(_ callback: curl_prereq_callback, context: UnsafeMutableRawPointer)
    throws(Fault)
  {
    try check(ccurl_set_before_request_callback(pointer, callback, context))
  }

  private func check(_ code: CURLcode) throws(Fault) {
    guard code != CURLE_OK else { return }
    throw Fault(.init(curl: code), "libcurl rejects an option: \(CurlLibrary.describe(code))")
  }
}

/// What libcurl knows after a transfer.
extension EasyHandle {
  /// libcurl's message for a failed transfer; more specific than the text for the code.
  func explain(_ code: CURLcode) -> String {
    // libcurl 7.88 reports a header line that outgrows its buffer with the same code.
    if code == CURLE_OUT_OF_MEMORY {
      return "libcurl is out of memory, or a response header is longer than 100 KB"
    }
    let words = String(cString: errorBuffer)
    return (words.isEmpty ? CurlLibrary.describe(code) : words.lowercasedFirst)
  }

  /// Target of a redirect that was not followed, as an absolute address.
  var redirectURL: String? {
    var text: UnsafePointer<CChar>?
    guard ccurl_get_string(pointer, CURLINFO_REDIRECT_URL, &text) == CURLE_OK else { return nil }
    return text.map { String(cString: $0) }
  }

  /// Status of a proxy's last answer to CONNECT; nil if there was none.
  var connectStatus: Int? {
    var status = 0
    guard ccurl_get_long(pointer, CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK else {
      return nil
    }
    return status == 0 ? nil : status
  }

  /// The address that the response came from.
  var peer: NetworkAddress? {
    var text: UnsafePointer<CChar>?
    guard ccurl_get_string(pointer, CURLINFO_PRIMARY_IP, &text) == CURLE_OK, let text else {
      return nil
    }
    return NetworkAddress(String(cString: text))
  }

  /// Whether the response came over HTTP/1.0 or 1.1.
  var isHTTP1: Bool { ["1.0", "1.1"].contains(httpVersion) }

  private var httpVersion: String {
    var version = 0
    guard ccurl_get_long(pointer, CURLINFO_HTTP_VERSION, &version) == CURLE_OK else { return "?" }
    return switch version {
    case ccurl_http_1_0: "1.0"
    case ccurl_http_1_1: "1.1"
    case ccurl_http_2: "2"
    case ccurl_http_3: "3"
    default: "?"
    }
  }

  /// Times of the last request.
  var facts: ExchangeFacts {
    ExchangeFacts(
      httpVersion: httpVersion, nameLookup: time(CURLINFO_NAMELOOKUP_TIME_T),
      connected: time(CURLINFO_CONNECT_TIME_T), secured: time(CURLINFO_APPCONNECT_TIME_T),
      firstByte: firstByte, total: time(CURLINFO_TOTAL_TIME_T))
  }

  /// Time from the request's start to the first byte of the response.
  var firstByte: Duration { time(CURLINFO_STARTTRANSFER_TIME_T) }

  /// Time from sending the request to the first byte of the response.
  var latency: Duration { firstByte - time(CURLINFO_PRETRANSFER_TIME_T) }

  private func time(_ what: CURLINFO) -> Duration {
    var microseconds: curl_off_t = 0
    guard ccurl_get_offset(pointer, what, &microseconds) == CURLE_OK else { return .zero }
    return .microseconds(microseconds)
  }
}
