/// The laws of copies, repairs and packages.
extension MirrorModel {
  func copiesKeep(_ seen: ObservedCommand, _ id: String, _ photo: Photo) -> [Violation] {
    guard case .copy(let place) = seen.command, photo.standing == .mirrored else { return [] }
    let (old, new) = (seen.before[place], seen.after[place])
    var violations: [Violation] = []
    if case .file(let digest) = old.entry(id), old.entry(id) != new.entry(id) {
      let had = photo.served[digest]
      let has =
        if case .file(let digest) = new.entry(id) { photo.served[digest] } else { Int?.none }
      if let had, has ?? -1 < had, !photo.isWhole(new.entry(id)) {
        violations.append(
          Violation(.copyKeeps, "\(seen.command) takes the whole \(id) from \(place)"))
      }
    }
    for (companion, what) in [(\PlaceFacts.sidecars, "sidecar"), (\.thumbnails, "thumbnail")]
    where old[keyPath: companion][id] == .whole && new[keyPath: companion][id] != .whole {
      violations.append(
        Violation(.companions, "\(seen.command) loses the whole \(what) of \(id) in \(place)"))
    }
    return violations
  }

  /// A photo comes back if its bytes are visible in the mirror, or anywhere in a copy that the repair has. A damaged file
  /// stays until its replacement is there, which the laws of places say.
  func repairs(_ seen: ObservedCommand, _ id: String, _ photo: Photo) -> [Violation] {
    guard case .repair(.mirror, let sources) = seen.command, photo.standing == .mirrored else {
      return []
    }
    let entries = seen.entries(id)
    // A run of a repair fetches the size that the last run chose.
    if seen.outcome.status == 0, !photo.isWhole(entries.after), !isNewer(entries.after, photo),
      !photo.isNewest(entries.after)
    {
      return [Violation(.repairStatus, "\(seen.command) leaves with 0, and \(id) is not whole")]
    }
    if photo.isEdit(entries.before) { return [] }
    var there = seen.before[.mirror].visible
    for source in sources {
      there.formUnion(seen.before[source].everywhere)
      there.formUnion(seen.before[.mirror].setAside)
    }
    let isThere = [photo.current, photo.isAccepted ? photo.edit : nil].contains { digest in
      digest.map(there.contains) ?? false
    }
    guard isThere, !photo.isWhole(entries.after), !isNewer(entries.after, photo) else { return [] }
    return [Violation(.repairBrings, "\(id) is not whole after \(seen.command)")]
  }

  /// Whether a file is a picture of the site that is no older than the one that was stored.
  private func isNewer(_ entry: PlaceFacts.Entry, _ photo: Photo) -> Bool {
    guard case .file(let digest) = entry, let rank = photo.served[digest] else { return false }
    return rank >= photo.current.flatMap { photo.served[$0] } ?? 0
  }

  /// A package has whole files, and all of them; a gallery has the files as they are.
  func publishes(_ seen: ObservedCommand, _ id: String, _ photo: Photo) -> [Violation] {
    guard let published = seen.outcome.published, photo.standing == .mirrored else { return [] }
    let entry = seen.after[.mirror].entry(id)
    if let digest = published[id] {
      guard entry != .file(digest) || seen.command == .bundle && !photo.isWhole(entry) else {
        return []
      }
      return [Violation(.published, "\(seen.command) has other bytes of \(id)")]
    }
    guard photo.isWhole(entry) else { return [] }
    return [Violation(.published, "\(seen.command) does not have \(id)")]
  }
}
