/// What a place has of a photo's file, compared with what is recorded of it.
package enum FileState: String, Sendable, Hashable, CaseIterable {
  /// The bytes that are recorded.
  case same
  /// The bytes of a version that is newer than the other place's.
  case newer
  /// An edit that the user accepted.
  case accepted
  /// A whole picture with other bytes, which nobody accepted.
  case edited
  /// The bytes of another photo of the same place.
  case swapped
  /// Nothing under its name, and the recorded bytes under another name of the same place.
  case renamed
  /// Other bytes, and no trace of an edit.
  case rotten
  /// Not a whole picture.
  case damaged
  /// A file whose bytes cannot be read.
  case unreadable
  /// Something that is no file, such as a link or a folder.
  case obstructed
  /// Nothing.
  case missing
  /// The photo is in the trash.
  case trashed
  /// The user asked to forget the photo.
  case forgotten
  /// The photo was deleted because its source does not list it any more, as the user chose.
  case gone

  /// Whether the owner of the mirror let the photo go. Nothing else ends that a photo is expected.
  package var isLetGo: Bool { [.trashed, .forgotten, .gone].contains(self) }

  /// Whether these bytes may take the place of worse ones.
  package var isWhole: Bool { [.same, .newer, .accepted].contains(self) }
}
