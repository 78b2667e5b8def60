import LocalFiles

/// How long runs took since the last snapshot, and how long that took: a run leaves one if it costs little, or little of
/// their time.
///
/// Kept as three numbers in a file of the state. Without it, or with other content, a snapshot is due.
struct SnapshotPace: Sendable, Hashable {
  /// A snapshot may take one part in so many of the time of the runs since the last one.
  private static let share: Int64 = 50
  /// Milliseconds: a snapshot that takes no longer is left each day with changes, whatever its share.
  private static let cheap: Int64 = 1000
  /// After so many days there is one in any case.
  private static let mostDays = 7
  private static let file = "snapshots/pace"

  /// Milliseconds that the last snapshot took.
  var cost: Int64 = 0
  /// Milliseconds of all runs since.
  var running: Int64 = 0
  /// Whether one of them changed something.
  var hasChanges = false

  /// Nil if the text is no pace.
  init?(_ text: some StringProtocol) {
    let numbers = text.split(separator: " ").compactMap { Int64($0) }
    guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    (cost, running, hasChanges) = (numbers[0], numbers[1], numbers[2] > 0)
  }

  /// After a snapshot.
  init(cost: Duration) { self.cost = cost.milliseconds }

  /// Blocks.
  init(of directory: MirrorDirectory) {
    let text = directory.stateFile(Self.file).map { String(decoding: $0, as: UTF8.self) }
    self = text.flatMap { Self($0) } ?? Self(cost: .zero)
  }

  /// Blocks. If it cannot be written, the next snapshot may come earlier.
  func write(in directory: MirrorDirectory) {
    directory.writeStateFile(Self.file, Array(text.utf8))
  }

  var text: String { "\(cost) \(running) \(hasChanges ? 1 : 0)" }

  mutating func add(run: Duration, hasChanges: Bool) {
    running = running.addingReportingOverflow(run.milliseconds).partialValue
    self.hasChanges = self.hasChanges || hasChanges
  }

  /// - Parameter last: The newest snapshot; nil if none, and then one is due.
  func isDue(at now: SnapshotName, after last: SnapshotName?) -> Bool {
    guard let last else { return true }
    let days = last.days(until: now)
    // A clock that was set back proves nothing.
    guard hasChanges, days != 0 else { return false }
    return cost <= max(Self.cheap, running / Self.share) || !(0..<Self.mostDays).contains(days)
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    guard (0..<1_000_000_000).contains(seconds) else { return 0 }
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
