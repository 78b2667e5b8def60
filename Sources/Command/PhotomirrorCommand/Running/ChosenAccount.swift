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
        .providerRefused, "there is no provider '\(name)'",
        hints: NearestName.hint(name, among: found.providers.map(\.manifest.name), quote: "'")
          + ["see 'photomirror providers'"])
    }
    guard let signIn = provider.manifest.signIn else {
      let others = found.providers.filter { $0.manifest.signIn != nil }.map(\.manifest.name)
      throw UsageError(
        "\(name) has no sign-in",
        hints: others.isEmpty ? [] : ["you can sign in at \(others.joined(separator: ", "))"])
    }
    self.provider = provider
    file = try Self.file(of: name, environment: environment)
    values = try SettingValues(
      of: provider.manifest, options: options, environment: environment,
      signIn: isSigningIn ? nil : file.read())
    for warning in values.warnings { Message(.warning, warning).write() }
    if !isSigningIn { try checkSignIn(signIn.authorization) }
  }

  /// - Throws: ``CommandFailure`` if the values of a sign-in are incomplete.
  private func checkSignIn(_ authorization: Authorization) throws(CommandFailure) {
    let manifest = provider.manifest
    if let name = authorization.secret, values.secret[name] == nil,
      let setting = manifest.settings.first(where: { $0.name == name })
    {
      let error = SettingValues.missing(setting, manifest, "")
      throw CommandFailure(.sourceFailed, error.text, hints: error.hints)
    }
    guard let token = authorization.token, values.secret[token] == nil else { return }
    throw CommandFailure(
      .sourceFailed, "nobody is signed in at \(manifest.name)",
      hints: ["sign in with 'photomirror login \(manifest.name)'"])
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

  /// The addresses to which the values of a sign-in go.
  var origins: [String: String] { SignInFile.Content.origins(of: values.plain) }

  func site(_ options: MirrorOptions) -> SiteAccount {
    var configuration = MirrorConfiguration(
      provider: provider, query: PageQuery(selector: "", settings: values.plain),
      secrets: values.secret, source: provider.manifest.name)
    configuration.options = options
    configuration.whenStuck = { Message.end(.sourceFailed, $0) }
    return SiteAccount(configuration, delegate: NotePrinter(.error))
  }
}
