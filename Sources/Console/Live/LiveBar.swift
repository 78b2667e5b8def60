/// A bar of a number of columns.
enum LiveBar {
  /// The filled part and the empty part; together `width` columns wide.
  static func parts(_ fraction: Double, width: Int) -> (filled: String, empty: String) {
    let width = max(0, width)
    let filled = Int((min(1, max(0, fraction)) * Double(width)).rounded(.down))
    return (
      String(repeating: "█", count: filled), String(repeating: "░", count: width - filled)
    )
  }

  /// In whole percent, right-aligned in four columns; 100 only if everything is done.
  static func percent(_ fraction: Double) -> String {
    let percent = Int((min(1, max(0, fraction)) * 100).rounded(.down))
    return DisplayWidth.padded("\(percent)%", to: 4, isRight: true)
  }
}
