/// One step of a history. Photos have numbers from 1; a step that is not possible does nothing.
package enum HistoryStep: Sendable, Hashable {
  case site(SiteChange)
  /// What the owner or a disk does to a file of a photo.
  case file(Int, HistoryPlace, FileAct)
  case lose(CatalogLoss)
  case command(HistoryCommand)
  /// The command is killed once, at a moment that the number chooses, and then run again.
  case killed(HistoryCommand, UInt64)
  /// Two commands at the same time.
  case together(HistoryCommand, HistoryCommand)
  /// The clock jumps by days, for the commands from now on.
  case clock(Int)
}

/// A change of the site.
package enum SiteChange: Sendable, Hashable {
  /// The photo is listed.
  case show(Int)
  /// The photo is not listed, and its file is still there.
  case hide(Int)
  /// The photo is not there any more.
  case remove(Int)
  /// The photo has another picture.
  case replace(Int, hasSameLength: Bool)
  /// The photo has another title.
  case title(Int)

  package var photo: Int {
    switch self {
    case .show(let photo), .hide(let photo), .remove(let photo), .replace(let photo, _),
      .title(let photo):
      photo
    }
  }
}

/// What happens to a photo's file, without the program.
package enum FileAct: Sendable, Hashable {
  /// The owner changes the picture: other bytes, a new time.
  case edit
  /// The owner writes words into the sidecar.
  case editSidecar
  case emptySidecar, cutSidecar, cutThumbnail
  case delete
  /// The owner moves the file into a folder of another name.
  case shelve
  /// The owner moves the file back.
  case unshelve
  /// The file and that of another photo exchange their names.
  case swap(with: Int)
  /// A bit changes, the time does not. The number chooses the bit.
  case flip(UInt64)
  /// So many bytes of the end are lost; nil for half of them.
  case cut(Int?, keepsTime: Bool)
  /// A link to the file, which is elsewhere now, or a folder is in the file's place.
  case link, folder
}

/// How a catalog is lost.
package enum CatalogLoss: String, Sendable, CaseIterable {
  case deleted, emptied, cut
  case overwritten = "overwritten with random bytes"
}

extension HistoryStep: CustomStringConvertible {
  package var description: String {
    switch self {
    case .site(let change): "the site \(change)"
    case .file(let photo, let place, let act): "photo \(photo) in \(place): \(act)"
    case .lose(let loss): "the catalog is \(loss.rawValue)"
    case .command(let command): "\(command)"
    case .killed(let command, let moment): "\(command), killed (\(moment)) and run again"
    case .together(let one, let other): "\(one) beside \(other)"
    case .clock(let days): "the clock is \(days) days ahead"
    }
  }

  /// Its name without its choices, for counts.
  package var kind: String {
    switch self {
    case .site(let change):
      "site: " + ("\(change)".split(separator: " ").first.map(String.init) ?? "")
    case .file(_, _, let act):
      "file: " + ("\(act)".split(separator: ",").first.map(String.init) ?? "")
    case .lose(let loss): "catalog \(loss.rawValue)"
    case .command(let command): command.kind
    case .killed: "killed"
    case .together: "two at once"
    case .clock: "clock"
    }
  }
}

extension SiteChange: CustomStringConvertible {
  package var description: String {
    switch self {
    case .show(let photo): "shows photo \(photo)"
    case .hide(let photo): "hides photo \(photo)"
    case .remove(let photo): "removes photo \(photo)"
    case .replace(let photo, let hasSameLength):
      "replaces photo \(photo)\(hasSameLength ? " by one of the same length" : "")"
    case .title(let photo): "titles photo \(photo)"
    }
  }
}

extension FileAct: CustomStringConvertible {
  package var description: String {
    switch self {
    case .edit: "edited"
    case .editSidecar: "words in the sidecar"
    case .emptySidecar: "the sidecar is emptied"
    case .cutSidecar: "the sidecar is cut"
    case .cutThumbnail: "the thumbnail is cut"
    case .delete: "deleted"
    case .shelve: "moved into another folder"
    case .unshelve: "moved back"
    case .swap(let other): "swapped with photo \(other)"
    case .flip: "a bit flips"
    case .cut(let count, let keepsTime):
      "\(count.map { "cut by \($0) bytes" } ?? "cut in half"), \(keepsTime ? "old" : "new") time"
    case .link: "replaced by a link"
    case .folder: "replaced by a folder"
    }
  }
}
