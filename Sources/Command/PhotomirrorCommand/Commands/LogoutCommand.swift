import Console

/// `photomirror logout PROVIDER`
struct LogoutCommand: Command {
  struct Options: CommandOptions {
    var provider = ProviderOptions()
  }

  static let name = CommandName.logout
  static let text = CommandText(
    summary: "Forget a sign-in",
    operands: ["PROVIDER"],
    examples: [
      .init("photomirror logout flickr", "removes the stored token"),
      .init(
        "photomirror logout --provider-path modules example", "of a provider in another folder"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed, .providerRefused],
    meanings: [.directoryFailed: "the token cannot be removed"])
  static let options: [Option<Options>] = ProviderOptions.search.at(\.provider)
  static let startsThreads = false

  let provider: String
  let options: Options

  init(_ operands: [String], _ options: Options) {
    (provider, self.options) = (operands[0], options)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let file = try ChosenAccount.file(of: provider, environment: context.environment)
    let wasSignedIn = try file.remove()
    Output.standard.write(lines: [
      wasSignedIn
        ? "the sign-in at \(provider) is forgotten here; the site's own list of programs can revoke it"
        : "there is no sign-in at \(provider)"
    ])
    return .success
  }
}
