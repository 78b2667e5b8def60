import Foundation

/// The shape of a picture as a class of the style sheet, by which its place has its size before it is loaded: the
/// pages' policy allows no styles of elements. The steps are so small that nobody sees what is cut off.
enum AspectRatio {
  /// Ratios of width to height, from 1 to 4 to 4 to 1; those beyond are cut.
  private static let steps = -15...15

  static func name(width: Int, height: Int) -> Markup {
    "r\(number(width: width, height: height))"
  }

  /// The number in the class's name.
  static func number(width: Int, height: Int) -> Int {
    guard width > 0, height > 0 else { return -steps.lowerBound }
    let step = (log(Double(width) / Double(height)) / log(1.1)).rounded()
    return min(max(Int(step), steps.lowerBound), steps.upperBound) - steps.lowerBound
  }

  /// A rule for each class, which sets `--r`.
  static let rules: [Markup] = steps.map { step in
    let thousandths = Int((pow(1.1, Double(step)) * 1000).rounded())
    return ".r\(step - steps.lowerBound) { --r: calc(\(thousandths) / 1000); }\n"
  }
}
