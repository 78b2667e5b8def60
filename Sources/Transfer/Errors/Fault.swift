import Foundation
import Redaction

/// A `TransferError` in the making: what went wrong, not yet where. The one who knows the address
/// and the secrets makes the message of it.
struct Fault: Error, Equatable {
  let kind: TransferError.Kind
  /// A clause in lower case without the address.
  let reason: String
  var retryAfter: Duration?
  /// Whether the host that was asked is out of reach, for everybody who asks it.
  var isOutage = false

  init(_ kind: TransferError.Kind, _ reason: String, retryAfter: Duration? = nil) {
    self.kind = kind
    self.reason = reason
    self.retryAfter = retryAfter
  }

  /// Whether it is this machine that failed, and not the server or the way to it.
  fileprivate var isLocal: Bool {
    if case .localFile = kind { true } else { false }
  }

  /// Without the counts in libcurl's words, which differ from file to file.
  fileprivate var reasonAlike: String {
    if kind == .truncated { return "the transfer broke off before its end" }
    return reason.replacing(#/ after [0-9]+ ms/#, with: "")
  }

  /// A failed system call: what was tried, and why `errno` says it did not work.
  static func system(_ errno: Int32, _ what: String) -> Fault {
    Fault(.localFile(errno: errno), "\(what): \(String(cString: strerror(errno)).lowercased())")
  }
}

extension TransferError {
  private static let longestPlace = 120
  private static let longestReason = 300

  /// - Parameter place: the address without its query, or nothing where there is none to show. A
  ///   fault of this machine's own is not told as the server's: it names its file.
  init(_ fault: Fault, at place: String = "", redacting redaction: Redaction = Redaction([])) {
    kind = fault.kind
    let isNamed = place.isEmpty || fault.isLocal
    let parts = place.split(separator: "/", omittingEmptySubsequences: false)
    let host = parts.prefix(3).joined(separator: "/")
    let shown = { (text: String) in redaction.redact(text).printable.cut(Self.longestReason) }
    let address = redaction.redact(place).printable.cut(Self.longestPlace)
    message = isNamed ? shown(fault.reason) : "\(address): \(shown(fault.reason))"
    reason =
      isNamed ? shown(fault.reason) : "\(redaction.redact(host).shown): \(shown(fault.reasonAlike))"
    retryAfter = fault.retryAfter
    isOutage = fault.isOutage
  }
}
