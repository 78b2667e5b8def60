import Console
import MirrorCore
import Mirroring
import ProviderKit

/// `photomirror whoami PROVIDER`
struct WhoamiCommand: Command {
  typealias Options = AccountOptions

  static let name = CommandName.whoami
  static let text = CommandText(
    summary: "Ask a site which account is signed in",
    operands: ["PROVIDER"],
    examples: [
      .init("photomirror whoami flickr", "the account's id and name"),
      .init(
        "photomirror whoami --set-file flickr.secret=PATH flickr",
        "with the secret of the key from a file"),
    ],
    exitStatuses: [.success, .usage, .sourceFailed, .providerRefused],
    meanings: [
      .sourceFailed: "nobody is signed in, the sign-in is not valid, or the site is unreachable"
    ],
    isRestricted: true)
  static let options = AccountOptions.all

  let provider: String
  let options: Options

  var opensModules: Bool { true }
  var isVerbose: Bool { options.mirror.isVerbose }

  init(_ operands: [String], _ options: Options) {
    (provider, self.options) = (operands[0], options)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let account = try ChosenAccount(
      provider, options.provider, environment: context.environment, isSigningIn: false)
    let current = try await account.site(options.mirror).current()
    Output.standard.write(lines: [current.words])
    return .success
  }
}

extension Account {
  /// `12345678@N00 (Ada)`.
  var words: String {
    TerminalText.line(name.isEmpty ? id : id.isEmpty ? name : "\(id) (\(name))")
  }
}
