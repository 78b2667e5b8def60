import Configuration
import Foundation
import Mirroring
import SystemCalls

/// The files that the user named in options which a mirror's catalog keeps, such as `--exclude-file`: another path in a
/// catalog is somebody else's word, and is not opened.
///
/// A file for each in `files` of the user's state folder, with the mirror's directory or its catalog's address, and the
/// path.
struct KnownFiles {
  /// The options whose values are paths.
  static let options: Set = ["exclude-file"]

  /// Nil if neither XDG_STATE_HOME nor HOME names a folder: nothing is remembered.
  let folder: String?
  private let home: HomePath

  init(_ environment: [String: String]) {
    folder = StateFolder.path("files", environment)
    home = HomePath(home: environment["HOME"])
  }

  /// Makes the folder, so that the process can be restricted to it. A failure shows when a file is written.
  func prepare() {
    if let folder { StateFolder.make(folder) }
  }

  /// Whether the user named the file for a mirror.
  func has(_ path: String, of owners: [StoreOwner]) -> Bool {
    owners.contains { owner in
      let text = text(path, owner)
      return folder.map { SmallFile.text(of: $0.file(named: text), atMost: 16_384) } == text
    }
  }

  /// Remembers that the user named it. After a failure it must be named again.
  func note(_ path: String, of owner: StoreOwner) {
    guard let folder, !has(path, of: [owner]) else { return }
    let text = text(path, owner)
    try? SmallFile.replace(folder.file(named: text), with: Array(text.utf8))
  }

  private func text(_ path: String, _ owner: StoreOwner) -> String {
    "\(owner.name)\n\(home.absolutePath(path))\n"
  }
}

extension HomePath {
  /// From the root, also of a path below the working folder.
  func absolutePath(_ path: String) -> String { absolute(path) ?? URL(filePath: path).path }
}
