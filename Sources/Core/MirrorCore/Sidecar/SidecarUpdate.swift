import Locking
import ProviderKit

/// Rewrites the sidecars of mirrored photos whose metadata has changed at the site.
package struct SidecarUpdate: Sendable {
  /// A photo whose metadata has changed.
  package struct Change: Sendable {
    /// The photo's path.
    let path: String
    /// The photo as it was listed when the sidecars were written; nil if unknown.
    let before: Photo?
    /// The photo as it is listed now.
    let after: Photo
    /// The mirrored file; nil if it is unknown.
    let picture: SidecarPicture?
    /// The titles of the photo's albums.
    let albums: Albums
    /// Whether a missing sidecar is written; otherwise it is left to ``CompanionRepair``.
    let makesMissing: Bool

    package init(
      path: String, before: Photo?, after: Photo, beside picture: SidecarPicture? = nil,
      albums: Albums = .init(), makesMissing: Bool = true
    ) {
      (self.path, self.before, self.after, self.picture) = (path, before, after, picture)
      (self.albums, self.makesMissing) = (albums, makesMissing)
    }

    /// The sidecar as it was first written; nil if unknown.
    func old(as format: SidecarFormat, _ provider: String) -> [UInt8]? {
      before.map {
        Sidecar.bytes(
          of: $0, beside: picture, in: albums.before, as: format, provider: provider)
      }
    }

    func new(as format: SidecarFormat, _ provider: String) -> [UInt8] {
      Sidecar.bytes(
        of: after, beside: picture, in: albums.after, as: format, provider: provider)
    }
  }

  /// The titles that a sidecar was written with, and those that it has to have.
  package struct Albums: Sendable, Hashable {
    let before: [String]
    let after: [String]

    init(before: [String] = [], after: [String] = []) {
      (self.before, self.after) = (before, after)
    }

    /// Titles that do not change.
    init(_ titles: [String]) { self.init(before: titles, after: titles) }
  }

  /// Larger sidecars are not read: no photo library writes one.
  package static let mostBytes = 4 << 20

  let destination: MirrorFiles
  let editor: any SidecarEditor
  let choice: SidecarChoice
  /// The provider's name.
  let provider: String
  let announcer: Announcer
  /// The number of files that were written so far.
  let written = Locked(0)

  /// Rewrites sidecars that say something else. A sidecar that cannot be read is moved to the set-aside folder
  /// and written anew; a missing one is written. What cannot be written is reported.
  /// - Returns: The paths of the photos whose sidecars could not be written.
  @discardableResult
  package func update(_ changes: [Change]) async throws -> Set<String> {
    var failed: Set<String> = []
    var placements: [Placement] = []
    for change in changes {
      do {
        placements += [try await placement(for: change)].compactMap(\.self)
      } catch let error as StorageError where error.isOfEntry {
        announcer.announce(.noted(.notRepaired(error.error.message)))
        failed.insert(change.path)
      }
    }
    guard !placements.isEmpty else { return failed }
    for (placement, result) in zip(placements, await destination.place(placements)) {
      do throws(StorageError) {
        let failures = try result.get()
        if !failures.isEmpty { failed.insert(placement.path) }
        for failure in failures { announcer.announce(.noted(.notRepaired(failure.message))) }
        written.withLock { $0 += placement.companions.count - failures.count }
      } catch {
        guard error.isOfEntry else { throw error }
        announcer.announce(.noted(.notRepaired(error.error.message)))
        failed.insert(placement.path)
      }
    }
    return failed
  }

  /// The sidecars to write; nil if all say the same already.
  private func placement(for change: Change) async throws -> Placement? {
    var companions: [Companion] = []
    for format in choice.formats {
      let (old, new) = (change.old(as: format, provider), change.new(as: format, provider))
      if new == old { continue }
      let sidecar = choice.path(of: change.path, as: format)
      guard let existing = try await destination.read(sidecar, limit: Self.mostBytes) else {
        if change.makesMissing { companions.append(.sidecar(new, format)) }
        continue
      }
      do throws(SidecarError) {
        let rewritten = try editor.rewrite(existing, as: format, from: old, to: new)
        if rewritten != existing { companions.append(.rewrittenSidecar(rewritten, format)) }
      } catch {
        if let place = try await destination.setAside(sidecar) {
          announcer.announce(
            .noted(.sidecarSetAside(path: sidecar, reason: error.reason, place: place)))
        }
        companions.append(.sidecar(new, format))
      }
    }
    guard !companions.isEmpty else { return nil }
    return Placement(
      path: change.path, picture: .stored, companions: companions,
      isPrivate: change.after.isPrivate)
  }
}
