import Configuration

/// The keys `verify` and `verify-for` of a mirror, and of `[sync]`: how often 'schedule' has the files of a mirror
/// verified, and for how long each time.
enum VerifyKey: String, CaseIterable {
  case interval = "verify"
  case time = "verify-for"
}

extension ConfigurationFile {
  /// The value of a mirror, or else of `[sync]`; nil if none.
  func value(of key: VerifyKey, for mirror: Mirror) -> (text: String, line: Int)? {
    let option =
      mirror.options.last { $0.name == key.rawValue } ?? options.last { $0.name == key.rawValue }
    guard let option, case .string(let text) = option.value else { return nil }
    return (text, option.line)
  }
}

extension ConfigurationFile.Option {
  /// - Throws: If it has another value than `key` takes.
  func check(_ key: VerifyKey) throws(ConfigurationFile.Problem) {
    guard case .string(let text) = value else {
      throw .init(line: line, "'\(name)' takes a text", hint: "as in \(Self.example(of: key))")
    }
    switch key {
    case .interval:
      guard Interval(rawValue: text) == nil else { return }
      let names = Interval.allCases.map(\.rawValue)
      throw .init(
        line: line, "'\(name)' takes \(names.joined(separator: ", ")), not '\(text)'",
        hint: NearestName.hint(text, among: names).first)
    case .time:
      do throws(UsageError) { _ = try ValueKind.verifyTime.parse(text, "'\(name)'") } catch {
        throw .init(line: line, error.text, hint: error.hints.first)
      }
    }
  }

  private static func example(of key: VerifyKey) -> String {
    "\(key.rawValue) = \"\(key == .interval ? "weekly" : "20m")\""
  }
}

extension ParsedArguments {
  /// For `verify --scheduled`: with the time that the configuration gives a mirror, unless one was given.
  func takingVerifyTime(
    of mirror: ConfigurationFile.Mirror?, from file: ConfigurationFile?
  ) -> ParsedArguments {
    guard has("scheduled"), !has("for"), let file, let mirror,
      let (text, line) = file.value(of: .time, for: mirror)
    else { return self }
    var taking = self
    taking.add("for", text, from: .file(path: file.path, line: line))
    return taking
  }
}

extension ValueKind<Duration> {
  /// How long a verification reads.
  static let verifyTime = time(1...30 * 86_400)
}
