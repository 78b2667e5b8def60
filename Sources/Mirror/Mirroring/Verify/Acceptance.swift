import Catalog
import Foundation
import LocalFiles
import MirrorCore

/// Records that edited files are as the user wants them, so that a verification finds no problem in them.
///
/// The mirrored digest stays recorded: an edited photo is never replaced by a new version of the site, and the
/// original file is intact too. A photo that is stored with other bytes is no longer accepted.
public struct Acceptance: Sendable {
  private let mirror: Mirror
  private let options: Verification.Options

  /// - Parameter options: The limits for decoding a file.
  public init(of mirror: Mirror, _ options: Verification.Options = Verification.Options()) {
    (self.mirror, self.options) = (mirror, options)
  }

  /// Accepts the files of some photos if they are whole pictures.
  /// - Parameter names: Paths or ids, as for ``MirrorTrash/forget(_:)``.
  /// - Returns: The outcome for each, in the order of the names.
  /// - Throws: ``MirrorError`` if there is no mirror, if it is in use, or if its photos are not in its directory.
  public func accept(_ names: [String]) async throws -> [MirrorTrash.Outcome] {
    try await changing { open, check in
      var outcomes: [MirrorTrash.Outcome] = []
      for name in names {
        let path = mirror.directory.relative(name)
        let known = try await open.perform { try $0.photos(named: path) }
        guard known.count == 1, let photo = known.first, let file = photo.file else {
          outcomes.append(.refused(name: name, reason: "the mirror has no such photo"))
          continue
        }
        let stored = StoredPhoto(
          file: file, stem: photo.record.stem, key: photo.record.photo)
        outcomes.append(try await accept(stored, name, open, check))
      }
      return outcomes
    }
  }

  /// Accepts every edited file. Files that may be rotten, or are those of other photos, must be named.
  /// - Parameter tell: Receives the progress of the verification.
  public func acceptEdits(
    _ tell: (Verification.Progress) -> Void
  ) async throws -> [MirrorTrash.Outcome] {
    try await changing { open, check in
      var edited: [MirroredPhoto] = []
      var options = options
      (options.findsExtra, options.tellsSame, options.isResuming) = (false, false, false)
      try await Verification(of: mirror, options).run(in: open) { progress in
        if case .edited = progress.finding { edited += [progress.photo].compactMap(\.self) }
        tell(progress)
      }
      var outcomes: [MirrorTrash.Outcome] = []
      for file in edited {
        let photo = StoredPhoto(file: file, stem: "", key: "")
        outcomes.append(try await accept(photo, file.path, open, check))
      }
      return outcomes
    }
  }

  private func changing(
    _ body: (OpenMirror, FileCheck) async throws -> [MirrorTrash.Outcome]
  ) async throws -> [MirrorTrash.Outcome] {
    try await mirror.open(.changing) { open in
      try await open.checkHoldsPhotos()
      var whole = options
      whole.isQuick = false
      let check = FileCheck(
        Verification(of: mirror, whole), sidecars: SidecarChoice())
      let outcomes = try await body(open, check)
      if outcomes.contains(where: \.isDone) { await open.leaveSnapshot() }
      return outcomes
    }
  }

  private func accept(
    _ photo: StoredPhoto, _ name: String, _ open: OpenMirror, _ check: FileCheck
  ) async throws -> MirrorTrash.Outcome {
    let path = open.directory.file(photo.file.path)
    let (look, size) = await open.disk.run { (check.look(at: photo), DurableFile.size(of: path)) }
    for case .damaged(_, let reason)? in look?.findings ?? [] {
      return .refused(name: name, reason: "it is no whole picture: \(reason)")
    }
    guard let digest = look?.digest, let size else {
      let isMissing = look?.isMissing ?? true
      return .refused(
        name: name, reason: isMissing ? "its file is missing" : "its file is as it was mirrored")
    }
    let file = AcceptedFile(
      sha256: digest, byteCount: size, at: Int64(Date().timeIntervalSince1970))
    try await open.perform { try $0.accept(file, ofPhoto: photo.file.id) }
    return .done(path: photo.file.path)
  }
}

extension MirrorTrash.Outcome {
  fileprivate var isDone: Bool { if case .done = self { true } else { false } }
}
