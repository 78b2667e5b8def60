import Foundation
import ModuleHosting
import SystemCalls

/// The providers that belong to the command, whose settings and sign-ins no other file may get.
///
/// A provider is chosen by its name, and its settings, keys and sign-in by the same name. So a module, a program or a
/// lister with the name of one of them is refused unless it is beside the command.
package struct ShippedProviders: Sendable {
  /// The providers of the modules that are built with the command.
  package static let names: Set = [
    "archive", "bluesky", "commons", "feed", "flickr", "mastodon", "nasa", "openverse",
  ]

  /// Absolute, without links.
  private let folders: [String]

  /// - Parameter folders: Where the command's own providers are.
  package init(in folders: [String]) {
    self.folders = folders.map { URL(filePath: $0).resolvingSymlinksInPath().path }
  }

  /// - Parameter place: The entry of the search path in which the provider was found: a folder, or the file itself.
  /// - Throws: ``ModuleProblem`` if the provider may not have the name.
  func check(_ name: String, in place: String) throws(ModuleProblem) {
    let path = URL(filePath: place).resolvingSymlinksInPath()
    let isFolder = FileStatus(following: place)?.isDirectory == true
    let folder = isFolder ? path : path.deletingLastPathComponent()
    guard !folders.contains(folder.path) else { return }
    guard !Self.names.contains(name), !hasProgram(of: name) else {
      throw ModuleProblem(
        "provides \"\(name)\", which is a provider of photomirror; only a file beside the command may"
      )
    }
    // PHOTOMIRROR_FLICKR_TOKEN_SECRET is 'token-secret' of flickr, and would be 'secret' of flickr-token.
    guard let other = Self.names.first(where: { name.hasPrefix("\($0)-") }) else { return }
    throw ModuleProblem(
      "provides \"\(name)\", which would share the environment variables of \"\(other)\","
        + " a provider of photomirror")
  }

  private func hasProgram(of name: String) -> Bool {
    folders.contains { folder in
      ProgramFiles.prefixes.contains { FileStatus(following: "\(folder)/\($0)\(name)") != nil }
    }
  }
}
