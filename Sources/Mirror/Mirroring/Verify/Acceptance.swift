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
  /// - Throws: ``MirrorError`` if there is no mirror, or if it is in use.
  public func accept(_ names: [String]) async throws -> [MirrorTrash.Outcome] {
    try await changing { photos in
      var outcomes: [MirrorTrash.Outcome] = []
      for name in names {
        let path = mirror.directory.relative(name)
        let known = try await photos.open.perform { try $0.photos(named: path) }
        guard known.count == 1, let photo = known.first, let file = photo.file else {
          outcomes.append(.refused(name: name, reason: "the mirror has no such photo"))
          continue
        }
        let stored = StoredPhoto(
          file: file, stem: photo.record.stem, key: photo.record.photo)
        outcomes.append(try await photos.accept(stored, name))
      }
      return outcomes
    }
  }

  /// Accepts every edited file. Files that may be rotten, or are those of other photos, must be named.
  /// - Parameter tell: Receives the progress of the verification.
  public func acceptEdits(
    _ tell: @escaping (Verification.Progress) -> Void
  ) async throws -> [MirrorTrash.Outcome] {
    try await changing { photos in
      var edited: [MirroredPhoto] = []
      var options = options
      (options.findsExtra, options.tellsSame, options.isResuming) = (false, false, false)
      try await Verification(of: mirror, options).run(in: photos.open) { progress in
        if case .edited = progress.finding { edited += [progress.photo].compactMap(\.self) }
        tell(progress)
      }
      var outcomes: [MirrorTrash.Outcome] = []
      for file in edited {
        let photo = StoredPhoto(file: file, stem: "", key: "")
        outcomes.append(try await photos.accept(photo, file.path))
      }
      return outcomes
    }
  }

  private func changing(
    _ body: (OpenPhotos) async throws -> [MirrorTrash.Outcome]
  ) async throws -> [MirrorTrash.Outcome] {
    try await mirror.open(.changing) { open in
      try await open.withStore(writes: false) { store in
        var whole = options
        whole.isQuick = false
        let check = FileCheck(Verification(of: mirror, whole), sidecars: SidecarChoice())
        let outcomes = try await body(OpenPhotos(open: open, store: store, check: check))
        if outcomes.contains(where: \.isDone) { await open.leaveSnapshot(in: store) }
        return outcomes
      }
    }
  }
}

/// The photos of a mirror that is open for changes.
private struct OpenPhotos {
  let open: OpenMirror
  let store: OpenedStore
  let check: FileCheck

  /// Accepts the file of a photo if it is a whole picture, which is read for that.
  func accept(_ photo: StoredPhoto, _ name: String) async throws -> MirrorTrash.Outcome {
    var look: FileCheck.Look?
    try await check.forEach(of: [photo], in: store.files, on: open.disk, trustsPlace: false) {
      look = $1
    }
    let facts = try await store.place.facts(of: [photo.file.path], .listed).first.flatMap(\.self)
    for case .damaged(_, let reason)? in look?.findings ?? [] {
      return .refused(name: name, reason: "it is no whole picture: \(reason)")
    }
    guard let digest = look?.digest, let facts else {
      let isMissing = look?.isMissing ?? true
      return .refused(
        name: name, reason: isMissing ? "its file is missing" : "its file is as it was mirrored")
    }
    let file = AcceptedFile(
      sha256: digest, byteCount: facts.byteCount, at: Int64(Date().timeIntervalSince1970))
    try await open.perform { try $0.accept(file, ofPhoto: photo.file.id) }
    return .done(path: photo.file.path)
  }
}

extension MirrorTrash.Outcome {
  fileprivate var isDone: Bool { if case .done = self { true } else { false } }
}
