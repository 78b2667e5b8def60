import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import Sidecars

/// Finds the files of a directory that its catalog does not know, with the files beside them. Blocks.
struct FolderScan {
  /// In bytes; larger files are not read.
  private static let largestNote = 4 << 20
  /// Files beside pictures; never pictures themselves.
  private static let companions = [".xmp", ".json", ".txt", ".metadata"]

  private let directory: MirrorDirectory
  /// The files that the catalog does not know.
  private let names: Set<String>

  init(_ directory: MirrorDirectory, _ names: [String]) {
    (self.directory, self.names) = (directory, Set(names))
  }

  /// Those of some unknown files that may be pictures.
  func pictures(among paths: some Sequence<String>) -> [FileIndex.File] {
    paths.filter { path in !Self.companions.contains(where: path.hasSuffix) }
      .map { FileIndex.File(path: $0, note: note(of: $0)) }
  }

  private func note(of path: String) -> PhotoNote? {
    let stem = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
    for name in [path + ".xmp", stem + ".xmp"] where names.contains(name) {
      guard let text = text(name) else { continue }
      if let photo = try? SidecarPhoto(Array(text.utf8), as: .xmp) { return PhotoNote(photo) }
      if let note = PhotoNote(xmp: text) { return note }
    }
    for name in [path + ".json", stem + ".json", path + ".metadata"] where names.contains(name) {
      guard let text = text(name) else { continue }
      if let photo = try? SidecarPhoto(Array(text.utf8), as: .json) { return PhotoNote(photo) }
      let value = try? JSONValue(parsing: text)
      if let note = value.flatMap({ PhotoNote(json: $0) }) { return note }
    }
    return nil
  }

  private func text(_ path: String) -> String? {
    let bytes = try? DurableFile.read(directory.file(path), limit: Self.largestNote)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension PhotoNote {
  /// What a sidecar of this program says.
  init(_ sidecar: SidecarPhoto) {
    self.init(id: sidecar.photo.id, provider: sidecar.provider, page: sidecar.photo.pageURL)
    (photo, origin) = (sidecar.photo, sidecar.origin)
  }
}
