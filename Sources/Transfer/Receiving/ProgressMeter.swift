/// Tells a download's progress, but not more often than anyone can look.
struct ProgressMeter {
  private static let interval = Duration.milliseconds(100)
  private let report: (@Sendable (DownloadProgress) -> Void)?
  private var last: SuspendingClock.Instant?

  init(_ report: (@Sendable (DownloadProgress) -> Void)?) { self.report = report }

  mutating func tell(received: Int64, expected: Int64?) {
    guard let report else { return }
    let now = SuspendingClock.now
    if let last, now - last < Self.interval { return }
    last = now
    report(DownloadProgress(received: received, expected: expected))
  }
}
