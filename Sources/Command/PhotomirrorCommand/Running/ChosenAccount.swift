import Console
import Foundation
import MirrorCore
import Mirroring
import ProviderKit
import ProviderLoader

/// The provider of a command about an account, with its settings.
struct ChosenAccount {
  private let provider: LoadedProvider
  private let values: SettingValues
  let file: SignInFile

  /// - Throws: ``CommandFailure``, ``UsageError``.
  init(
    _ name: String, _ options: ProviderOptions, environment: [String: String], isSigningIn: Bool
  ) throws {
    let found = ProviderLoader(providerPath: options.path, environment: environment).load()
    guard let provider = found.providers.first(where: { $0.manifest.name == name }) else {
      throw CommandFailure(
        .providerRefused, "there is no provider '\(name)'", hints: ["see 'photomirror providers'"])
    }
    guard provider.manifest.signIn != nil else {
      throw UsageError("\(name) has no sign-in")
    }
    self.provider = provider
    file = try Self.file(of: name, environment: environment)
    values = try SettingValues(
      of: provider.manifest, options: options, environment: environment,
      signIn: isSigningIn ? nil : file.read())
    for warning in values.warnings { Message(.warning, warning).write() }
  }

  /// - Throws: ``UsageError`` if there is no place for the file.
  static func file(
    of provider: String, environment: [String: String]
  ) throws(UsageError) -> SignInFile {
    // It becomes the name of a file.
    guard provider.isIdentifier else {
      throw UsageError(
        "'\(provider)' is not a name of a provider", hints: ["see 'photomirror providers'"])
    }
    guard let file = SignInFile(of: provider, environment: environment) else {
      throw UsageError(
        "there is no folder for sign-ins", hints: ["set HOME or XDG_STATE_HOME to a folder"])
    }
    return file
  }

  func site(_ options: MirrorOptions) -> SiteAccount {
    var configuration = MirrorConfiguration(
      provider: provider, query: PageQuery(selector: "", settings: values.plain),
      secrets: values.secret, source: provider.manifest.name)
    configuration.options = options
    configuration.whenStuck = { Message.end(.sourceFailed, $0) }
    return SiteAccount(configuration, delegate: NotePrinter(.error))
  }
}
