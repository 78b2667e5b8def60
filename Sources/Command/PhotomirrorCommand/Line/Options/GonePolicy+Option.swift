import MirrorCore

extension ValueKind<GonePolicy.Limit> {
  /// A number of photos, or a percentage.
  static var goneLimit: ValueKind {
    ValueKind(
      "N|P%", takes: "a number of photos, 0 or more, a percentage from 0% to 100%, or 'standard'",
      text: { limit in
        switch limit {
        case .photos(let number): "\(number)"
        case .percent(let percent): "\(percent)%"
        case .standard: "standard"
        }
      },
      value: { text in
        if text == "standard" { return .standard }
        guard text.hasSuffix("%") else {
          return Int(text).flatMap { $0 >= 0 ? .photos($0) : nil }
        }
        return Int(text.dropLast()).flatMap { (0...100).contains($0) ? .percent($0) : nil }
      })
  }
}
