/// What `verify` was asked for.
package struct VerifyArguments: Sendable, Hashable {
  /// As it was written.
  package let directory: String
  package let isJSON: Bool

  init(_ parsed: ParsedArguments) throws(UsageError) {
    directory = try CommandSyntax.verify.operands(of: parsed)[0]
    isJSON = parsed.has("json")
  }
}
