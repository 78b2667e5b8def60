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

extension FileAct: CustomStringConvertible {
  /// Its description without its choices.
  var kind: String {
    switch self {
    case .swap: "swapped"
    case .cut: "cut"
    default: description
    }
  }

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
