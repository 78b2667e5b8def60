import Foundation
import MirrorCore
import ProviderKit
import SystemCalls

/// The file with the token of a provider's sign-in: `accounts/NAME.json` in the user's state folder (XDG Base
/// Directory Specification), of mode 0600. Never in a mirror, never shown. It belongs to the servers that granted it.
struct SignInFile {
  /// The content of the file.
  struct Content: Codable, Sendable, Hashable {
    /// By the names of the provider's settings; secrets.
    var values: [String: String]
    /// Scheme, host and port of each address among the other settings: the values go nowhere else.
    var origins: [String: String]
    /// The account's permanent id at the site.
    var id: String
    /// The name that the account shows.
    var name: String
  }

  let path: String

  /// Nil if neither XDG_STATE_HOME nor HOME names a folder. A relative path is ignored, as the specification
  /// wants.
  init?(of provider: String, environment: [String: String]) {
    let folder =
      [environment["XDG_STATE_HOME"], environment["HOME"].map { "\($0)/.local/state" }]
      .compactMap(\.self).first { $0.hasPrefix("/") }
    guard let folder else { return nil }
    path = "\(folder)/photomirror/accounts/\(provider).json"
  }

  private static let mostBytes = 64 << 10

  /// Nil if there is no sign-in.
  /// - Throws: ``UsageError`` if the file cannot be used.
  func read() throws(UsageError) -> Content? {
    let file: SmallFile
    do throws(SystemError) {
      file = try SmallFile(path, atMost: Self.mostBytes, followsLinks: false)
    } catch {
      if error.isAbsence { return nil }
      throw UsageError("the sign-in in \(path) cannot be read: \(error.reason)")
    }
    guard file.isWhole else { throw unusable }
    guard file.status.isPrivate else {
      throw UsageError(
        "the sign-in in \(path) may be read or changed by others",
        hints: ["run 'chmod 600' on it, and sign in again if others may have read it"])
    }
    do { return try JSONDecoder().decode(Content.self, from: Data(file.bytes)) } catch {
      throw unusable
    }
  }

  private var unusable: UsageError {
    UsageError(
      "\(path) is not a sign-in of this program", hints: ["remove it, and sign in again"])
  }

  /// Replaces the file. A kill leaves the old or the new one.
  /// - Throws: ``CommandFailure`` with exit status 4.
  func write(_ content: Content) throws(CommandFailure) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(content) else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw failure("make", folder, error.systemReason)
    }
    do throws(SystemError) {
      try SmallFile.replace(path, with: Array(data), mode: 0o600)
    } catch {
      throw failure("write", path, error.reason)
    }
  }

  /// Removes the file.
  /// - Returns: Whether there was one.
  /// - Throws: ``CommandFailure`` with exit status 4.
  func remove() throws(CommandFailure) -> Bool {
    if unlink(path) == 0 { return true }
    let error = SystemError()
    guard error.isAbsence else { throw failure("remove", path, error.reason) }
    return false
  }

  private func failure(_ doing: String, _ path: String, _ reason: String) -> CommandFailure {
    CommandFailure(.directoryFailed, "cannot \(doing) \(path): \(reason)")
  }
}

extension SignInFile.Content {
  /// The origins (RFC 6454) of the settings that are addresses, by the settings' names.
  static func origins(of settings: [String: String]) -> [String: String] {
    settings.compactMapValues { WebOrigin($0)?.text }
  }

  /// A setting that now leads to another origin than at the sign-in; nil if none does.
  /// - Parameter settings: Those of a provider that are not secret.
  func departure(in settings: [String: String]) -> (setting: String, granted: String, now: String)?
  {
    let current = Self.origins(of: settings)
    return origins.sorted { $0.key < $1.key }.lazy.compactMap { name, granted in
      let now = current[name]
      return now == granted ? nil : (name, granted, now ?? "no address")
    }.first
  }
}
