/// What commands do.
extension MirrorModel {
  /// Checks the laws of a command, and takes over what it did.
  package mutating func observe(_ seen: ObservedCommand) -> [Violation] {
    guard !isCatalogLost || seen.command.isFree else {
      return lostCatalog(seen)
    }
    noteLettingGo(seen)
    let violations = laws(seen)
    for id in photos.keys { note(seen, id) }
    noteHeld(seen)
    if seen.command == .recover, seen.outcome.status == 0 { isCatalogLost = false }
    return violations
  }

  /// The same of commands that ran at the same time. A law is broken if it is by each of them; who changed which
  /// file is not known.
  package mutating func observe(together commands: [ObservedCommand]) -> [Violation] {
    for seen in commands { noteLettingGo(seen) }
    let violations = commands.map { seen in
      (bytesStay(seen) + wordsStay(seen)).filter { [.bytes, .edits, .notes].contains($0.law) }
    }
    for seen in commands {
      for id in photos.keys { note(seen, id) }
      noteHeld(seen)
    }
    let laws = violations.map { Set($0.map(\.law)) }
    return violations.flatMap(\.self).filter { violation in
      laws.allSatisfy { $0.contains(violation.law) }
    }
  }

  /// Photos whose bytes the owner let go by this command.
  private mutating func noteLettingGo(_ seen: ObservedCommand) {
    for (id, photo) in photos {
      let entries = seen.entries(id)
      if seen.command == .emptyTrash, photo.standing == .left || photo.standing == .forgotten,
        photo.bestRank(in: seen.after[.mirror].everywhere) == nil
      {
        photos[id]?.isLetGo = true
      }
      if seen.command.sync?.gone == .delete, seen.mayTake(id, photo), entries.before != .missing,
        entries.after == .missing
      {
        photos[id]?.isLetGo = true
      }
    }
  }

  /// What became of a photo.
  private mutating func note(_ seen: ObservedCommand, _ id: String) {
    guard let photo = photos[id] else { return }
    let entries = seen.entries(id)
    if case .file(let digest) = entries.after, photo.served[digest] != nil,
      entries.before != entries.after
    {
      photos[id]?.store(digest)
      photos[id]?.isKept = seen.isRestoring && seen.named == id && !photo.isListed
    } else {
      noteAbsence(seen, id, photo)
    }
    // Neither a catalog nor a sidecar tells which bytes were mirrored.
    if seen.command == .recover, case .file = entries.after, !photo.isWhole(entries.after),
      seen.before[.mirror].sidecars[id] != .whole, photo.standing == .mirrored
    {
      photos[id]?.standing = .uncertain
    }
    let asks = seen.command.sync != nil || seen.command.fetches
    let isLate = seen.command.sync?.faults != nil && !photo.isNewest(entries.after)
    if asks, isLate || photos[id]?.isWhole(entries.after) == false { photos[id]?.mayWait = true }
  }

  private mutating func noteAbsence(_ seen: ObservedCommand, _ id: String, _ photo: Photo) {
    let entries = seen.entries(id)
    switch seen.command {
    case .forget where seen.named == id && seen.outcome.status == 0:
      photos[id]?.standing = .forgotten
    case .remember where seen.named == id && seen.outcome.status == 0:
      photos[id]?.standing = photo.current == nil ? .unknown : .uncertain
    case .accept where seen.named == id && seen.outcome.status == 0:
      guard case .file(let digest) = entries.after, digest != photo.current else { return }
      note(edit: digest, of: id)
      photos[id]?.isAccepted = true
    case .sync(let sync), .syncTwice(let sync):
      guard sync.gone != .keep, seen.mayTake(id, photo), photo.standing == .mirrored else { return }
      let wasThere = if case .file = entries.before { true } else { false }
      if entries.after == .missing || !wasThere {
        photos[id]?.standing = wasThere ? .left : .uncertain
      }
    default: break
    }
  }

  /// What copies have now.
  private mutating func noteHeld(_ seen: ObservedCommand) {
    let place: HistoryPlace
    switch seen.command {
    case .copy(let copy): place = copy
    case .repair(let repaired, _) where repaired != .mirror: place = repaired
    default: return
    }
    for (id, photo) in photos {
      guard photo.standing != .uncertain, case .file(let digest) = seen.after[place].entry(id)
      else {
        if photo.standing != .mirrored { held[place]?[id] = nil }
        continue
      }
      // An older picture is not what the copy's catalog has.
      guard photo.isWhole(.file(digest)) else {
        if photo.served[digest] != nil { held[place]?[id] = nil }
        continue
      }
      let edit = photo.isAccepted ? photo.edit : nil
      held[place, default: [:]][id] = Set([photo.current, edit].compactMap(\.self))
    }
  }

  private func lostCatalog(_ seen: ObservedCommand) -> [Violation] {
    var violations: [Violation] = []
    if seen.outcome.isDone {
      violations.append(
        Violation(.lostCatalog, "\(seen.command) leaves with \(seen.outcome.status ?? 0)"))
    }
    for place in HistoryPlace.allCases where seen.before[place] != seen.after[place] {
      violations.append(Violation(.lostCatalog, "\(seen.command) changes \(place)"))
    }
    return violations
  }
}

extension HistoryCommand {
  /// Whether it needs no catalog of the mirror.
  fileprivate var isFree: Bool { self == .recover || self == .adopt || place != .mirror }

  /// Whether it asks the site for missing photos, besides runs.
  fileprivate var fetches: Bool { if case .repair(.mirror, _) = self { true } else { false } }
}
