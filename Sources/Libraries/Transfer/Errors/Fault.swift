import Foundation
import Redaction
import SystemCalls

/// A failure before its address and secrets are known; `TransferError` adds both to the message.
struct Fault: Error, Equatable {
  let kind: TransferError.Kind
  /// A clause in lower case without the address.
  let reason: String
  var retryAfter: Duration?
  /// Whether the host is out of reach for all requests.
  var isOutage = false
  /// Whether a redirect led to the address that failed.
  var isRedirected = false
  /// Whether the receiver wants the request to be sent once more, rather than to fail.
  var asksAgain = false

  init(_ kind: TransferError.Kind, _ reason: String, retryAfter: Duration? = nil) {
    self.kind = kind
    self.reason = reason
    self.retryAfter = retryAfter
  }

  /// Whether this machine failed, not the server or the network.
  fileprivate var isLocal: Bool {
    if case .localFile = kind { true } else { false }
  }

  /// Without libcurl's counts, which differ from file to file.
  fileprivate var reasonAlike: String {
    if kind == .truncated { return "the transfer ended early" }
    return reason.replacing(#/ after [0-9]+ ms/#, with: "")
  }

  /// A failed system call: what was tried, and the reason.
  static func system(_ errno: Int32, _ what: String) -> Fault {
    Fault(.localFile(errno: errno), "\(what): \(SystemError(errno).reason)")
  }
}

extension TransferError {
  private static let longestPlace = 120
  private static let longestReason = 300

  /// - Parameter place: the address without its query; empty if none to show. A local
  ///   failure is not attributed to the server: its reason names the file.
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
    cause = shown(fault.reason)
    let name = parts.count > 2 ? redaction.redact(String(parts[2])).shown : ""
    self.host = isNamed || name.isEmpty ? nil : name
    retryAfter = fault.retryAfter
    isOutage = fault.isOutage
    isRedirected = fault.isRedirected
  }
}
