import CCurl
import Redaction

/// libcurl's multi handle: the transfers under way and the connections they share.
///
/// Belongs to the engine's thread, but for `wake`, which libcurl allows from every thread as long
/// as the handle lives; `Inbox` guards that.
struct MultiHandle {
  private let pointer: UnsafeMutableRawPointer

  /// - Parameter configuration: bounds the connections, in all and to each host.
  init(_ configuration: TransferConfiguration) throws(Fault) {
    guard CurlLibrary.state == CURLE_OK, let pointer = curl_multi_init() else {
      throw Fault.system(12, "cannot start libcurl")
    }
    self.pointer = pointer
    let width = max(1, configuration.width)
    let bounds: [(CURLMoption, Int)] = [
      (CURLMOPT_MAXCONNECTS, width + 8),
      (CURLMOPT_MAX_TOTAL_CONNECTIONS, width),
      (CURLMOPT_MAX_HOST_CONNECTIONS, max(1, configuration.widthPerHost)),
    ]
    for (option, value) in bounds { ccurl_multi_set_long(pointer, option, value) }
  }

  func add(_ easy: EasyHandle) throws(Fault) {
    try Self.check(curl_multi_add_handle(pointer, easy.pointer))
  }

  /// Aborts the transfer if it is under way.
  func remove(_ easy: EasyHandle) {
    curl_multi_remove_handle(pointer, easy.pointer)
  }

  /// Does what can be done without waiting.
  func perform() throws(Fault) {
    var running: Int32 = 0
    try Self.check(curl_multi_perform(pointer, &running))
  }

  /// Waits for a socket, for `wake` or for the time to pass.
  func poll(milliseconds: Int32) throws(Fault) {
    try Self.check(curl_multi_poll(pointer, nil, 0, milliseconds, nil))
  }

  /// The next transfer that has ended, and how.
  func nextDone() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
    var code = CURLE_OK
    return ccurl_multi_next_done(pointer, &code).map { ($0, code) }
  }

  /// Makes the running or the next `poll` return at once.
  func wake() {
    curl_multi_wakeup(pointer)
  }

  /// Closes the connections. No easy handle may be left in it.
  func close() {
    curl_multi_cleanup(pointer)
  }

  private static func check(_ code: CURLMcode) throws(Fault) {
    guard code != CURLM_OK else { return }
    throw Fault(.protocolError, "libcurl: \(String(cString: curl_multi_strerror(code)).shown)")
  }
}
