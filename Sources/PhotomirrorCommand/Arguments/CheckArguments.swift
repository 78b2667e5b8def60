import Images

/// What `check` was asked for.
package struct CheckArguments: Sendable, Hashable {
  /// As they were written.
  package let files: [String]
  /// JSON instead of text for people.
  package let isJSON: Bool
  /// What a picture may cost.
  package let limits: ImageLimits

  init(_ parsed: ParsedArguments) throws(UsageError) {
    files = try CommandSyntax.check.operands(of: parsed)
    isJSON = parsed.has("json")
    limits = try ImageLimits(parsed)
  }
}
