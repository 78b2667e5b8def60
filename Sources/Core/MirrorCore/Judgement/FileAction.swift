/// What is done with a photo's file in one place because of what another place has of it. Never a worse file over a
/// better one, and never a good one away: repairs, copies and published files all go by this table.
package enum FileAction: String, Sendable, Hashable, CaseIterable {
  /// Nothing changes, and nothing is wrong.
  case keep
  /// Nothing changes. The photo is named: no place that was asked has its bytes.
  case report
  /// The bytes of the other place get the name, which is free.
  case place
  /// The same, once they are proven; what has the name then is moved to the set-aside folder just before.
  case replace
  /// The file gets back its name within its place.
  case move
  /// The file is moved to the set-aside folder, because the photo was let go.
  case setAside

  /// - Parameters:
  ///   - target: The place that may change.
  ///   - source: The other place, or the best of several. A photo that nobody let go is at worst missing there.
  ///   - keepsEdits: Whether the target is where people edit: an edited file stays, and no other version replaces the
  ///     recorded one. Otherwise the target follows the source.
  package init(to target: FileState, from source: FileState, keepsEdits: Bool) {
    if target.isLetGo {
      self = .keep
    } else if source.isLetGo {
      self = target == .missing ? .keep : .setAside
    } else {
      self = Self.action(to: target, from: source, keepsEdits: keepsEdits)
    }
  }

  private static func action(
    to target: FileState, from source: FileState, keepsEdits: Bool
  ) -> FileAction {
    let isAhead = source == .newer || source == .accepted
    switch target {
    case .same: return isAhead && !keepsEdits ? .replace : .keep
    case .newer, .accepted: return .keep
    case .edited:
      if keepsEdits { return .report }
      return source.isWhole ? .replace : .report
    case .renamed: return isAhead && !keepsEdits ? .place : .move
    case .missing: return source.isWhole ? .place : .report
    case .swapped, .rotten, .damaged, .unreadable, .obstructed:
      return source.isWhole ? .replace : .report
    case .trashed, .forgotten, .gone: return .keep
    }
  }
}
