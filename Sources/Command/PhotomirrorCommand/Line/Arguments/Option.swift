/// One option of a command, declared once: its names, the kind of its value, its help, and the property
/// of `Root` that it sets. The default is that property's initial value.
struct Option<Root>: Sendable {
  typealias Path<Value> = WritableKeyPath<Root, Value> & Sendable

  /// Without the default.
  private(set) var syntax: OptionSyntax
  private let defaultText: @Sendable (Root) -> String?
  /// Parses a value, `""` for a flag, and stores it.
  let set: @Sendable (inout Root, _ value: String) throws(UsageError) -> Void

  /// The syntax for the parser and the help.
  func syntax(in defaults: Root) -> OptionSyntax {
    var syntax = syntax
    syntax.defaultText = defaultText(defaults)
    return syntax
  }

  static func flag(
    _ name: String, letter: Character? = nil, _ path: Path<Bool>, _ help: String
  ) -> Option {
    flag(name, letter: letter, path, to: true, help)
  }

  /// A flag that gives a property one of its values.
  static func flag<Value: Sendable>(
    _ name: String, letter: Character? = nil, _ path: Path<Value>, to value: Value,
    excludes others: [String] = [], _ help: String
  ) -> Option {
    let syntax = OptionSyntax(name: name, letter: letter, help: help, excludes: others)
    return Option(
      syntax: syntax, defaultText: { _ in nil },
      set: { root, _ in root[keyPath: path] = value })
  }

  /// A flag that may have a value after an equals sign; without one it sets that of an empty text.
  static func flag<Value>(
    _ name: String, _ kind: ValueKind<Value>, _ path: Path<Value>, _ help: String
  ) -> Option {
    var syntax = OptionSyntax(name, nil, kind, help)
    syntax.isValueOptional = true
    return Option(
      syntax: syntax, defaultText: { _ in nil },
      set: { root, text throws(UsageError) in
        root[keyPath: path] = try kind.parse(text, "--\(name)")
      })
  }

  static func value<Value>(
    _ name: String, letter: Character? = nil, _ kind: ValueKind<Value>, _ path: Path<Value>,
    _ help: String
  ) -> Option {
    Option(
      syntax: OptionSyntax(name, letter, kind, help),
      defaultText: { kind.text($0[keyPath: path]) },
      set: { root, text throws(UsageError) in
        root[keyPath: path] = try kind.parse(text, "--\(name)")
      })
  }

  /// A value without which the property is nil.
  /// - Parameter unset: what help shows as the default then.
  static func optional<Value>(
    _ name: String, letter: Character? = nil, _ kind: ValueKind<Value>, _ path: Path<Value?>,
    unset: String? = nil, _ help: String
  ) -> Option {
    Option(
      syntax: OptionSyntax(name, letter, kind, help),
      defaultText: { $0[keyPath: path].map(kind.text) ?? unset },
      set: { root, text throws(UsageError) in
        root[keyPath: path] = try kind.parse(text, "--\(name)")
      })
  }

  /// An option that can be repeated; its values are appended in order.
  static func list<Value>(
    _ name: String, _ kind: ValueKind<Value>, _ path: Path<[Value]>, _ help: String
  ) -> Option {
    var syntax = OptionSyntax(name, nil, kind, help)
    syntax.isRepeatable = true
    return Option(
      syntax: syntax, defaultText: { _ in nil },
      set: { root, text throws(UsageError) in
        root[keyPath: path].append(try kind.parse(text, "--\(name)"))
      })
  }

  /// The options, under a heading of their own in help.
  static func group(_ group: OptionGroup, _ options: Option...) -> [Option] {
    options.map { option in
      var option = option
      option.syntax.group = group
      return option
    }
  }

  /// The option with what else it is for.
  func also(for uses: OptionUses) -> Option {
    var option = self
    option.syntax.uses.formUnion(uses)
    return option
  }

  fileprivate func at<Whole>(_ path: WritableKeyPath<Whole, Root> & Sendable) -> Option<Whole> {
    let (defaultText, set) = (defaultText, set)
    return Option<Whole>(
      syntax: syntax, defaultText: { defaultText($0[keyPath: path]) },
      set: { whole, text throws(UsageError) in try set(&whole[keyPath: path], text) })
  }
}

extension Array {
  /// The options of a value that is part of another, `path`.
  func at<Root, Part>(_ path: WritableKeyPath<Root, Part> & Sendable) -> [Option<Root>]
  where Element == Option<Part> {
    map { option in option.at(path) }
  }

  /// The options with what else they are for.
  func also<Root>(for uses: OptionUses) -> [Option<Root>] where Element == Option<Root> {
    map { $0.also(for: uses) }
  }
}

/// The options of a command, with their defaults as initial values.
protocol CommandOptions: Sendable, Hashable {
  init()
}
