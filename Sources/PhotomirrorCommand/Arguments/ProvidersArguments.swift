/// What `providers` was asked for.
package struct ProvidersArguments: Sendable, Hashable {
  /// Folders to look for modules in, before the others.
  package let providerPath: [String]
  /// JSON instead of text for people.
  package let isJSON: Bool

  init(_ parsed: ParsedArguments) throws(UsageError) {
    _ = try CommandSyntax.providers.operands(of: parsed)
    providerPath = parsed.list("provider-path")
    isJSON = parsed.has("json")
  }
}
