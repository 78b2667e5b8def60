extension LiveFrame {
  /// A wider name does not help to distinguish photos.
  private static let widestName = 60

  /// A line for each transfer that fits, and the number of the others.
  func transferLines(room: Int) -> [String] {
    guard room > 0 else { return [] }
    let groups = groups
    guard groups.count > room else { return groups.map(line) }
    let shown = groups.prefix(room - 1)
    let rest = tally.transfers.count - shown.reduce(0) { $0 + $1.count }
    let more = "  … and \(Quantity.count(rest)) more"
    return shown.map(line) + [DisplayWidth.truncated(more, to: width)]
  }

  /// Each transfer by itself, but those together that wait for one server for the same reason: a site with a
  /// pause would fill the view.
  private var groups: [[TransferRow]] {
    var groups: [[TransferRow]] = []
    var places: [WaitKind: Int] = [:]
    for transfer in tally.transfers {
      guard let kind = transfer.wait.flatMap(WaitKind.init) else {
        groups.append([transfer])
        continue
      }
      if let place = places[kind] {
        groups[place].append(transfer)
      } else {
        places[kind] = groups.count
        groups.append([transfer])
      }
    }
    return groups
  }

  /// What waits of transfers have in common.
  private struct WaitKind: Hashable {
    let host: String
    let cause: String

    /// Nil for a wait without a server.
    init?(_ wait: RetryWait) {
      guard let host = wait.host else { return nil }
      (self.host, cause) = (host, wait.isAsked ? "" : wait.cause)
    }
  }

  private func line(_ group: [TransferRow]) -> String {
    let waits = group.compactMap(\.wait)
    guard group.count > 1, let next = waits.min(by: { $0.until < $1.until }) else {
      return line(group[0])
    }
    return waitLine(Quantity.count(group.count, of: "photo"), next, room: 12)
  }

  /// The reason is worth more than the whole name.
  private func waitLine(_ name: String, _ wait: RetryWait, room: Int = .max) -> String {
    let room = min(room, isWide ? nameWidth : max(4, width / 4))
    let name = "  " + DisplayWidth.padded(name, to: room) + "  "
    return colored(DisplayWidth.truncated(name + text(wait), to: width), .yellow)
  }

  private var isWide: Bool { width >= 60 }
  private var transferBarWidth: Int { min(30, width / 4) }

  /// The same for all lines, so that the bars are aligned.
  private var nameWidth: Int {
    let measure = isWide ? transferBarWidth + 23 : 12
    return min(Self.widestName, max(4, width - 4 - measure))
  }

  private func line(_ transfer: TransferRow) -> String {
    if let wait = transfer.wait { return waitLine(transfer.photo.name, wait) }
    let name = "  " + DisplayWidth.padded(transfer.photo.name, to: nameWidth) + "  "
    let measure = isWide ? wideMeasure(transfer) : narrowMeasure(transfer)
    return DisplayWidth.truncated(name + measure, to: width)
  }

  /// `██████████░░░░░░░░░░  52%  1.2 MB of 2.3 MB`
  private func wideMeasure(_ transfer: TransferRow) -> String {
    let received = Quantity.bytes(transfer.received)
    guard let fraction = transfer.fraction, let expected = transfer.expected else {
      return String(repeating: " ", count: transferBarWidth + 7) + received
    }
    let bar = LiveBar.parts(fraction, width: transferBarWidth)
    let percent = LiveBar.percent(fraction)
    return "\(bar.filled)\(bar.empty) \(percent)  \(received) of \(Quantity.bytes(expected))"
  }

  /// ` 52%  2.3 MB`
  private func narrowMeasure(_ transfer: TransferRow) -> String {
    let percent = transfer.fraction.map(LiveBar.percent) ?? "    "
    let size = Quantity.bytes(transfer.expected ?? transfer.received)
    return percent + "  " + DisplayWidth.padded(size, to: 6, isRight: true)
  }
}
