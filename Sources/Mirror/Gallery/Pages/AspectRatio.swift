import Foundation

/// The shape of a picture as a class of the style sheet, by which its place has its size before it is loaded: the
/// pages' policy allows no styles of elements. The steps are so small that nobody sees what is cut off.
enum AspectRatio {
  /// Ratios of width to height, from 1 to 4 to 4 to 1; those beyond are cut.
  private static let steps = -15...15

  static func name(width: Int, height: Int) -> Markup { name(step(width, height)) }

  /// The number in the class's name.
  static func index(width: Int, height: Int) -> Int { step(width, height) - steps.lowerBound }

  /// As a number in CSS.
  static func number(width: Int, height: Int) -> Markup { number(step(width, height)) }

  private static func step(_ width: Int, _ height: Int) -> Int {
    guard width > 0, height > 0 else { return 0 }
    let step = (log(Double(width) / Double(height)) / log(1.1)).rounded()
    return min(max(Int(step), steps.lowerBound), steps.upperBound)
  }

  private static func name(_ step: Int) -> Markup { "r\(step - steps.lowerBound)" }

  private static func number(_ step: Int) -> Markup {
    "\(Int((pow(1.1, Double(step)) * 1000).rounded())) / 1000"
  }

  /// A rule for each class, which sets `--r`.
  static let rules: [Markup] = steps.map { step in
    ".\(name(step)) { --r: calc(\(number(step))); }\n"
  }
}
