import ProviderKit

/// Rewrites the sidecars of mirrored photos whose metadata has changed at the site.
package struct SidecarUpdate: Sendable {
  /// Larger sidecars are not read: no photo library writes one.
  package static let mostBytes = 4 << 20

  let destination: any PhotoDestination
  let editor: any SidecarEditor
  let choice: SidecarChoice
  /// The provider's name.
  let provider: String
  let announcer: Announcer

  /// Rewrites the sidecars of one photo. A sidecar that cannot be read is moved to the set-aside folder and
  /// written anew; a missing one is written.
  /// - Parameters:
  ///   - path: The photo's path.
  ///   - before: The photo as it was listed when the sidecars were written; nil if unknown.
  ///   - after: The photo as it is listed now.
  /// - Returns: How many files were written; none if they say the same already.
  package func update(_ path: String, from before: Photo?, to after: Photo) async throws -> Int {
    var companions: [Companion] = []
    for format in choice.formats {
      let new = Sidecar.bytes(of: after, as: format, provider: provider)
      let old = before.map { Sidecar.bytes(of: $0, as: format, provider: provider) }
      let sidecar = choice.path(of: path, as: format)
      guard let existing = try await destination.read(sidecar, limit: Self.mostBytes) else {
        companions.append(.sidecar(new, format))
        continue
      }
      do throws(SidecarError) {
        let rewritten = try editor.rewrite(existing, as: format, from: old, to: new)
        if rewritten != existing { companions.append(.rewrittenSidecar(rewritten, format)) }
      } catch {
        let place = try await destination.setAside(sidecar)
        announcer.announce(
          .noted(.sidecarSetAside(path: sidecar, reason: error.reason, place: place)))
        companions.append(.sidecar(new, format))
      }
    }
    guard !companions.isEmpty else { return 0 }
    let placement = Placement(path: path, picture: .stored, companions: companions)
    let result = await destination.place([placement]).first
    let failures = try result?.get() ?? []
    for failure in failures { announcer.announce(.noted(.notRepaired(failure.message))) }
    return companions.count - failures.count
  }
}
