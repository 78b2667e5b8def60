extension LiveFrame {
  /// A wider name does not help to distinguish photos.
  private static let widestName = 60

  /// A line for each transfer that fits, and the number of the others.
  func transferLines(room: Int) -> [String] {
    let transfers = tally.transfers
    guard room > 0 else { return [] }
    guard transfers.count > room else { return transfers.map(line) }
    let rest = transfers.count - (room - 1)
    let more = "  … and \(Quantity.count(rest)) more"
    return transfers.prefix(room - 1).map(line) + [DisplayWidth.truncated(more, to: width)]
  }

  private var isWide: Bool { width >= 60 }
  private var transferBarWidth: Int { min(30, width / 4) }

  /// The same for all lines, so that the bars are aligned.
  private var nameWidth: Int {
    let measure = isWide ? transferBarWidth + 23 : 12
    return min(Self.widestName, max(4, width - 4 - measure))
  }

  private func line(_ transfer: TransferRow) -> String {
    let name = "  " + DisplayWidth.padded(transfer.photo.name, to: nameWidth) + "  "
    if let wait = transfer.wait {
      return colored(DisplayWidth.truncated(name + text(wait), to: width), .yellow)
    }
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
