/// What `verify` has to say.
extension MirrorModel {
  /// What `verify` says of a photo.
  private enum Verdict {
    case named, silent
    /// Either is right.
    case free
  }

  /// The laws of `verify` for the files as they are.
  package func check(
    _ outcome: CommandOutcome, of place: HistoryPlace, _ facts: PlaceFacts
  ) -> [Violation] {
    guard place != .mirror || !isCatalogLost else { return [] }
    guard outcome.isDone, let status = outcome.status else {
      return [
        Violation(.ending, "verify \(place) leaves with \(outcome.status ?? 0): \(outcome.text)")
      ]
    }
    var violations: [Violation] = []
    for (id, photo) in sorted {
      let isNamed = outcome.named.contains(id)
      switch verdict(id, photo, place, facts) {
      case .named where !isNamed:
        violations.append(Violation(.verifyNames, "\(id) in \(place), which is \(facts.entry(id))"))
      case .silent where isNamed:
        violations.append(Violation(.verifyClean, "\(id) in \(place), which is \(photo.standing)"))
      default: break
      }
    }
    if (status == 1) != !outcome.named.isEmpty {
      violations.append(
        Violation(.verifyNames, "verify \(place) leaves with \(status) and names \(outcome.named)"))
    }
    return violations
  }

  private func verdict(
    _ id: String, _ photo: Photo, _ place: HistoryPlace, _ facts: PlaceFacts
  ) -> Verdict {
    let entry = facts.entry(id)
    let isWhole: Bool
    if place == .mirror {
      switch photo.standing {
      case .unknown, .left, .forgotten: return .silent
      case .uncertain: return .free
      case .mirrored: isWhole = photo.isWhole(entry)
      }
    } else {
      guard let held = held[place]?[id] else { return .free }
      isWhole = if case .file(let digest) = entry { held.contains(digest) } else { false }
    }
    guard isWhole else { return .named }
    let companions = [facts.sidecars[id] ?? .missing, facts.thumbnails[id] ?? .missing]
    return companions.allSatisfy { $0 == .whole } ? .silent : .free
  }
}
