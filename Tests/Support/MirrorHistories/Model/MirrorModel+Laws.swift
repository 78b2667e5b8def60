/// The laws of commands. Each takes the model as it was before the command.
extension MirrorModel {
  func laws(_ seen: ObservedCommand) -> [Violation] {
    bytesStay(seen) + wordsStay(seen) + endings(seen)
      + sorted.flatMap { id, photo in
        filesStay(seen, id, photo) + copiesKeep(seen, id, photo) + repairs(seen, id, photo)
          + runs(seen, id, photo) + publishes(seen, id, photo)
      }
  }

  /// The bytes that were anywhere before. What the owner throws away does not count.
  private func bytesBefore(_ seen: ObservedCommand) -> Set<String> {
    guard seen.command == .emptyTrash else { return seen.before.everywhere }
    var before = seen.before
    before[.mirror].trash = []
    return before.everywhere
  }

  func bytesStay(_ seen: ObservedCommand) -> [Violation] {
    let (before, after) = (bytesBefore(seen), seen.after.everywhere)
    return sorted.filter { !$1.isLetGo }.flatMap { id, photo in
      var violations: [Violation] = []
      if let best = photo.bestRank(in: before), best > photo.bestRank(in: after) ?? -1 {
        violations.append(
          Violation(.bytes, "version \(best / 2) of \(id) is nowhere after \(seen.command)"))
      }
      if !photo.edits.intersection(before).isSubset(of: after) {
        violations.append(Violation(.edits, "an edit of \(id) is nowhere after \(seen.command)"))
      }
      return violations
    }
  }

  func wordsStay(_ seen: ObservedCommand) -> [Violation] {
    guard seen.command != .emptyTrash, seen.command.sync?.gone != .delete else { return [] }
    return seen.before.notes.subtracting(seen.after.notes).sorted().map {
      Violation(.notes, "\($0) is in no sidecar after \(seen.command)")
    }
  }

  private func endings(_ seen: ObservedCommand) -> [Violation] {
    var violations: [Violation] = []
    // A listing may end early because of faults.
    if !seen.outcome.isDone, seen.command.sync?.faults == nil || seen.outcome.status != 3 {
      violations.append(
        Violation(
          .ending, "\(seen.command) leaves with \(seen.outcome.status ?? 0): \(seen.outcome.text)"))
    }
    if case .syncTwice = seen.command, let count = seen.outcome.fetched, count > 0 {
      violations.append(Violation(.settled, "\(seen.command) fetches \(count) photos again"))
    }
    let changed = HistoryPlace.allCases.filter { place in
      seen.before[place] != seen.after[place]
        && (seen.command.onlyReads || seen.command.leaves(place))
    }
    return violations
      + changed.map { Violation(.reading, "\(seen.command) changes files of \($0)") }
  }

  /// The laws of what is under a photo's name in the mirror.
  private func filesStay(
    _ seen: ObservedCommand, _ id: String, _ photo: Photo
  ) -> [Violation] {
    let entries = seen.entries(id)
    if seen.after[.mirror].twice.contains(id), !seen.before[.mirror].twice.contains(id) {
      return [Violation(.places, "\(seen.command) stores \(id) twice")]
    }
    guard case .file(let old) = entries.before, entries.after != entries.before,
      !seen.mayTake(id, photo)
    else { return [] }
    if photo.edits.contains(old) {
      if photo.standing == .uncertain { return [] }
      return [Violation(.edits, "\(seen.command) takes the edited \(id) from its place")]
    }
    // The bytes of another photo go to its own place.
    guard !isOthers(old, than: id, in: seen.after[.mirror]) else { return [] }
    guard case .file(let new) = entries.after else {
      return [Violation(.places, "\(seen.command) takes the file of \(id) away")]
    }
    if let rank = photo.served[new], rank >= photo.served[old] ?? 0 { return [] }
    if photo.isWhole(entries.after) { return [] }
    return [Violation(.places, "\(seen.command) gives \(id) other bytes")]
  }

  /// Whether bytes are those of another photo, which has them now.
  private func isOthers(_ digest: String, than id: String, in facts: PlaceFacts) -> Bool {
    photos.contains { other, photo in
      other != id && photo.isWhole(.file(digest)) && facts.entry(other) == .file(digest)
    }
  }

  /// The laws of runs.
  private func runs(_ seen: ObservedCommand, _ id: String, _ photo: Photo) -> [Violation] {
    let entries = seen.entries(id)
    let asks = seen.command.named == nil
    if asks, photo.standing == .forgotten, entries.before == .missing, entries.after != .missing {
      return [Violation(.forgotten, "\(seen.command) brings the forgotten \(id) back")]
    }
    guard let sync = seen.command.sync, sync.isComplete, photo.isListed, !photo.mayWait,
      photo.standing != .forgotten, entries.before == .missing || photo.isWhole(entries.before),
      !photo.isAccepted
    else { return [] }
    guard !photo.isNewest(entries.after) else { return [] }
    return [
      Violation(.complete, "\(id) is not version \(photo.version) after \(seen.command)")
    ]
  }
}

extension HistoryCommand.Sync {
  /// Whether it reads the whole listing, and the site is well.
  fileprivate var isComplete: Bool { isFull && limit == nil && faults == nil }
}

extension HistoryCommand {
  /// Whether it changes no file of a place.
  fileprivate func leaves(_ place: HistoryPlace) -> Bool {
    switch self {
    case .copy(let copy): place != copy
    default: place != self.place
    }
  }

  /// The number of the photo that it names.
  package var named: Int? {
    switch self {
    case .accept(let photo), .restore(let photo), .forget(let photo), .remember(let photo): photo
    default: nil
    }
  }
}
