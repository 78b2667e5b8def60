import Images

/// What `verify` was asked for.
package struct VerifyArguments: Sendable, Hashable {
  /// As it was written.
  package let directory: String
  package let isJSON: Bool
  /// What a look into a changed file may cost.
  package let limits: ImageLimits

  init(_ parsed: ParsedArguments) throws(UsageError) {
    directory = try CommandSyntax.verify.operands(of: parsed)[0]
    isJSON = parsed.has("json")
    limits = try ImageLimits(parsed)
  }
}
