/// What `status` was asked for.
package struct StatusArguments: Sendable, Hashable {
  /// As it was written.
  package let directory: String
  /// JSON instead of text for people.
  package let isJSON: Bool

  init(_ parsed: ParsedArguments) throws(UsageError) {
    directory = try CommandSyntax.status.operands(of: parsed)[0]
    isJSON = parsed.has("json")
  }
}
