import CCurl
import Glibc
import Redaction

/// libcurl's multi handle: the running transfers and their connections.
///
/// Belongs to the engine's thread, except `wake`: libcurl allows it from every thread as long as
/// the handle is open, which `Inbox` ensures.
struct MultiHandle {
  private let pointer: UnsafeMutableRawPointer

  /// - Parameter configuration: limits the connections, in total and for each host.
  init(_ configuration: TransferConfiguration) throws(Fault) {
    guard CurlLibrary.state == CURLE_OK, let pointer = curl_multi_init() else {
      throw Fault.system(ENOMEM, "cannot start libcurl")
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

  /// Removes the handle, and aborts its transfer if it is running.
  func remove(_ easy: EasyHandle) {
    curl_multi_remove_handle(pointer, easy.pointer)
  }

  /// Runs all transfers as far as possible without waiting.
  func perform() throws(Fault) {
    var running: Int32 = 0
    try Self.check(curl_multi_perform(pointer, &running))
  }

  /// Waits for activity on a socket, for `wake`, or until the time is over.
  func poll(milliseconds: Int32) throws(Fault) {
    try Self.check(curl_multi_poll(pointer, nil, 0, milliseconds, nil))
  }

  /// The next finished transfer and its code; nil if none.
  func nextDone() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
    var code = CURLE_OK
    return ccurl_multi_next_done(pointer, &code).map { ($0, code) }
  }

  /// Makes the running or the next `poll` return at once.
  func wake() {
    curl_multi_wakeup(pointer)
  }

  /// Closes the handle and its connections. All easy handles must have been removed.
  func close() {
    curl_multi_cleanup(pointer)
  }

  private static func check(_ code: CURLMcode) throws(Fault) {
    guard code != CURLM_OK else { return }
    throw Fault(.protocolError, "libcurl: \(String(cString: curl_multi_strerror(code)).shown)")
  }
}

/// libcurl as a whole.
enum CurlLibrary {
  /// Result of curl_global_init(3). Swift initialises it once, thread-safely, at the first access.
  /// Never undone, as libcurl advises for programs with threads.
  static let state: CURLcode = ccurl_global_init()

  /// libcurl's text for a code.
  static func describe(_ code: CURLcode) -> String {
    String(cString: curl_easy_strerror(code)).lowercasedFirst
  }
}

extension String {
  /// The text with its first letter in lower case, unless it begins with an acronym.
  var lowercasedFirst: String {
    guard let first, let second = dropFirst().first, !second.isUppercase else { return self }
    return first.lowercased() + dropFirst()
  }
}
