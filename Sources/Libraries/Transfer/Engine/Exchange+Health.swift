import Foundation

/// What the result of a request says about its host.
extension Exchange {
  /// Why the host failed, without the address.
  var complaint: String {
    guard let message = failure?.message else { return "status \(head.status)" }
    let place = shownPlace + ": "
    return message.hasPrefix(place) ? String(message.dropFirst(place.count)) : message
  }

  /// What the job's result says about the host that was asked last; nil if nothing.
  var observation: HostHealth.Observation? {
    let now = Int(Date().timeIntervalSince1970)
    switch head.status {
    case 429, 503: return .pushedBack(head.retryAfter(now: now))
    case 200...599:
      if failure?.kind == .timedOut { return .overdue }
      if hasBrokenOff { return .brokenOff }
      if HostHealth.serverErrors.contains(head.status) { return .erred }
      return head.spent(now: now).map { .spent($0) } ?? .answered
    default: break
    }
    switch failure?.kind {
    case .unreachable, .interrupted, .stalled, .timedOut: return .failed
    default: return nil
    }
  }

  /// Whether the response began but did not arrive completely.
  private var hasBrokenOff: Bool {
    switch failure?.kind {
    case .interrupted, .stalled: true
    default: false
    }
  }

  /// Whether a failure means that the whole host is out of order.
  func isOutage(_ kind: TransferError.Kind) -> Bool {
    guard case .status(let code) = kind, HostHealth.serverErrors.contains(code), job.isFile else {
      return kind == .unreachable
    }
    if job.waitsOutErrors { health.noteError(at: job.address.url) }
    return health.isErring
  }
}
