import Images
import LocalFiles
import MirrorCore
import Sidecars

/// What a copy does with a sidecar or thumbnail of the mirror that differs from its own: never a damaged one over a
/// whole one, and no words away.
enum CompanionVerdict: Sendable, Hashable {
  /// It is copied. A file of the copy that has words which this one lacks is moved to the set-aside folder before.
  case copy(setsAside: Bool)
  /// The copy keeps its own; a clause in lower case without a period.
  case refuse(String)

  /// Blocks.
  /// - Parameters:
  ///   - companion: On this machine.
  ///   - isThere: Whether the copy has a file in its place. A first copy has nothing to lose otherwise; a later one may
  ///     have it under another name.
  ///   - own: The bytes of that file; nil if it cannot be read.
  ///   - decode: Decodes a thumbnail completely, which is done before it replaces another one.
  init(
    on companion: CopiedCompanion, isThere: Bool, replacing own: [UInt8]?,
    decode: @escaping @Sendable (_ path: String) throws(ImageError) -> PictureSketch?
  ) {
    guard isThere || !companion.name.isFirst, let kind = companion.name.kind else {
      self = .copy(setsAside: false)
      return
    }
    let flaw = CompanionCheck.flaw(
      ofFileAt: companion.file.path, kind, decode: decode)
    if let flaw {
      self = .refuse(flaw)
      return
    }
    guard case .sidecar(.xmp, _) = kind, let own,
      let new = try? DurableFile.read(companion.file.path, limit: CompanionCheck.mostBytes)
    else {
      self = .copy(setsAside: false)
      return
    }
    self = .copy(setsAside: SidecarWords.areLost(from: own, in: new))
  }
}

/// What became of sidecars and thumbnails.
struct CompanionUpdate: Sendable, Hashable {
  /// How many were copied.
  var copied = 0
  /// How many of the copy's were moved to its set-aside folder.
  var setAside = 0
  /// The paths of those that were not copied, and why.
  var refused: [Refused] = []

  struct Refused: Sendable, Hashable {
    let path: String
    let reason: String
  }
}
