import Console
import Foundation
import MirrorCore
import Mirroring
import ProviderKit

/// A source as a person names it at a site.
struct SourceWords {
  let address: SourceAddress

  /// An address of the web, a source with or without the provider's name, or the name of an account.
  init(_ text: String, at manifest: Manifest) throws(UsageError) {
    let isWeb = ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
    guard !text.hasPrefix("\(manifest.name):"), !isWeb || manifest.addresses.isEmpty else {
      address = try SourceAddress(text)
      return
    }
    let usages = manifest.sources.map(\.usage)
    let isSource = isWeb || usages.contains(text) || text.contains { "/?".contains($0) }
    let isAccount = !isSource && usages.contains("user/NAME")
    let name = text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? text
    address = try SourceAddress("\(manifest.name):\(isAccount ? "user/\(name)" : text)")
  }
}

/// One look at a source, with the values that its provider is going to have.
struct SourceTrial {
  let manifest: Manifest
  var provider: ProviderOptions
  private var environment: [String: String]

  init(manifest: Manifest, provider: ProviderOptions, environment: [String: String]) {
    (self.manifest, self.provider, self.environment) = (manifest, provider, environment)
  }

  /// Whether each required setting has a value.
  var hasValues: Bool {
    (try? SettingValues(of: manifest, options: provider, environment: environment)) != nil
  }

  /// Says that a setting's value is only in the environment, which a timer does not have.
  func warn(about setting: Manifest.Setting) {
    guard !provider.configured.contains(where: { $0.setting == setting.name }) else { return }
    Message(
      .warning,
      "the configuration does not name \(manifest.name).\(setting.name), whose value is in the environment",
      hints: ["give --key-file FILE for runs by a timer, which do not have it"]
    ).write()
  }

  /// Gives a setting a value, in this process only.
  mutating func set(_ setting: Manifest.Setting, _ value: String) {
    environment[SettingValues.variable(of: setting.name, provider: manifest.name)] = value
  }

  /// - Returns: The source as the configuration names it.
  /// - Throws: ``UsageError`` or ``CommandFailure`` if the site does not list it.
  func run(_ address: SourceAddress, contact: String?) async throws -> String {
    let chosen = try ChosenSource(address, provider, environment: environment)
    var options = MirrorOptions()
    options.contact = contact
    do {
      let answer = try await SiteProbe(try chosen.configuration(options)).run()
      let found = answer.photos == 0 ? "answers, and lists no photo" : "answers, and lists photos"
      Output.error.write(lines: ["\(TerminalText.line(chosen.name)) \(found)"])
      return chosen.name
    } catch let error as MirrorError {
      throw CommandFailure(error)
    }
  }
}
