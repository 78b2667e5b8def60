import Console
import Foundation
import MirrorCore
import Mirroring
import ProviderKit
import Threads

/// The options of a command that asks a site about an account.
struct AccountOptions: ProviderTaking {
  var mirror = MirrorOptions()
  var provider = ProviderOptions()

  static let all: [Option<AccountOptions>] =
    MirrorOptions.network.at(\.mirror) + ProviderOptions.options.at(\.provider)
}

/// `photomirror login PROVIDER`: shows the page on which the user agrees, and reads the code from standard input.
struct LoginCommand: Command {
  typealias Options = AccountOptions

  static let name = CommandName.login
  static let text = CommandText(
    summary: "Sign in at a site, to mirror photos that only your account can see",
    operands: ["PROVIDER"],
    examples: [
      .init("photomirror login flickr", "shows an address to open, and asks for the code there"),
      .init(
        "photomirror login --set-file flickr.secret=PATH flickr",
        "with the secret of the key from a file"),
    ],
    exitStatuses: [.success, .usage, .sourceFailed, .directoryFailed, .providerRefused],
    meanings: [
      .directoryFailed: "the token cannot be stored",
      .sourceFailed: "the site refused the key, its secret or the code, or is unreachable",
    ],
    isRestricted: true)
  static let options = AccountOptions.all

  private static let longestCode = 200

  let provider: String
  let options: Options

  var opensModules: Bool { true }
  var isVerbose: Bool { options.mirror.isVerbose }

  init(_ operands: [String], _ options: Options) {
    (provider, self.options) = (operands[0], options)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let account = try ChosenAccount(
      provider, options.provider, environment: context.environment, isSigningIn: true)
    let signedIn = try await account.site(options.mirror).signIn { page in
      Output.error.write(lines: [
        "Open this address in any browser, agree, and type the code that the page shows:", page,
        "Code:",
      ])
      return try await Self.code()
    }
    try account.file.write(
      .init(
        values: signedIn.values, origins: account.origins, id: signedIn.account.id,
        name: signedIn.account.name))
    Output.standard.write(lines: ["signed in at \(provider) as \(signedIn.account.words)"])
    return .success
  }

  /// A line of standard input.
  private static func code() async throws -> String {
    let input = ThreadPool(name: "input", width: 1)
    let line = await input.run { readLine() }
    await input.shutdown()
    let code = line?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    guard !code.isEmpty, code.utf8.count <= longestCode,
      code.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw UsageError("no code was typed", hints: ["run the same command again"]) }
    return code
  }
}
