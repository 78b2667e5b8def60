/// What `list` was asked for.
package struct ListArguments: Sendable, Hashable {
  /// What to list.
  package let source: SourceAddress
  /// Photos to show at most.
  package let limit: Int
  /// JSON lines also on a terminal.
  package let isJSON: Bool
  /// How servers are spoken to.
  package let network: NetworkArguments
  /// For the provider; see ``SettingValues``.
  package let settings: SettingArguments
  /// Folders to look for modules in, before the others.
  package let providerPath: [String]

  init(_ parsed: ParsedArguments) throws(UsageError) {
    source = try SourceAddress(try CommandSyntax.list.operands(of: parsed)[0])
    limit = try parsed.number("limit", in: 1...Int.max) ?? 100
    isJSON = parsed.has("json")
    network = try NetworkArguments(parsed)
    settings = try SettingArguments(parsed)
    providerPath = parsed.list("provider-path")
  }
}
