extension LiveFrame {
  /// A line for each transfer, as many as there is room for, and how many more there are.
  func transferLines(room: Int) -> [String] {
    let transfers = tally.transfers
    guard room > 0 else { return [] }
    guard transfers.count > room else { return transfers.map(line) }
    let rest = transfers.count - (room - 1)
    let more = "  … and \(Quantity.count(rest)) more"
    return transfers.prefix(room - 1).map(line) + [DisplayWidth.truncated(more, to: width)]
  }

  private func line(_ transfer: TransferRow) -> String {
    if let wait = transfer.wait { return line(transfer, waiting: wait) }
    let measure = width >= 60 ? wideMeasure(transfer) : narrowMeasure(transfer)
    let name = max(4, width - 4 - DisplayWidth.of(measure))
    let line = "  " + DisplayWidth.padded(transfer.photo.name, to: name) + "  " + measure
    return DisplayWidth.truncated(line, to: width)
  }

  private func line(_ transfer: TransferRow, waiting wait: RetryWait) -> String {
    let name = width >= 60 ? width / 2 - 4 : width / 3
    let line = "  " + DisplayWidth.padded(transfer.photo.name, to: name) + "  " + waitText(wait)
    return colored(DisplayWidth.truncated(line, to: width), .yellow)
  }

  /// `██████████░░░░░░░░░░  52%  1.2 MB of 2.3 MB`
  private func wideMeasure(_ transfer: TransferRow) -> String {
    let received = Quantity.bytes(transfer.received)
    let barWidth = min(30, width / 4)
    guard let fraction = transfer.fraction, let expected = transfer.expected else {
      return String(repeating: " ", count: barWidth + 7) + DisplayWidth.padded(received, to: 16)
    }
    let bar = LiveBar.parts(fraction, width: barWidth)
    let sizes = DisplayWidth.padded("\(received) of \(Quantity.bytes(expected))", to: 16)
    return "\(bar.filled)\(bar.empty) \(LiveBar.percent(fraction))  \(sizes)"
  }

  /// ` 52%  2.3 MB`
  private func narrowMeasure(_ transfer: TransferRow) -> String {
    let percent = transfer.fraction.map(LiveBar.percent) ?? "    "
    let size = Quantity.bytes(transfer.expected ?? transfer.received)
    return percent + "  " + DisplayWidth.padded(size, to: 6, isRight: true)
  }
}
