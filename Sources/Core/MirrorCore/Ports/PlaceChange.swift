/// A change of a place.
package enum PlaceChange: Sendable {
  case write(PlaceWrite)
  /// Gives a file a free name. It succeeds if the file is there already and not under its old name.
  case move(PlaceMove)
  /// Deletes a file; succeeds if there is none.
  case remove(String)
}

/// A file to write.
package struct PlaceWrite: Sendable {
  /// Where its bytes are.
  package enum Content: Sendable, Hashable {
    case bytes([UInt8])
    /// A file on this machine, which the call consumes.
    case part(String)
    /// A file on this machine, which stays.
    case copy(of: String)
    /// It is stored already, possibly not durably.
    case stored
  }

  /// What happens to an existing file.
  package enum Rule: Sendable, Hashable {
    /// It stays, and the group fails.
    case exclusive
    /// It is replaced.
    case replace
    /// It stays, and the group goes on.
    case keep
  }

  /// Relative to the place.
  package let path: String
  /// Where its bytes are before the call.
  package let content: Content
  /// What happens to an existing file.
  package let rule: Rule
  /// Whether the group goes on if this name cannot be written.
  package var isOptional = false
  /// Whether it can be made again, so that a power cut may cost it.
  package var isRemakable = false
  /// Whether other users of the machine may not read it.
  package var isPrivate = false
  /// The modification time of the new file in seconds since 1970; nil for the current time.
  package var modifiedAt: Int64?
  /// What to store about it besides its bytes, where that is possible.
  package var marks: FileMarks?

  package init(_ path: String, _ content: Content, _ rule: Rule) {
    (self.path, self.content, self.rule) = (path, content, rule)
  }
}

/// A file to move.
package struct PlaceMove: Sendable {
  /// What happens if the name, or the file, is in the way.
  package enum Otherwise: Sendable, Hashable {
    case fail
    case skip
  }

  /// Relative to the place.
  package let path: String
  /// Its new path.
  package let other: String
  /// If there is no such file, and none with the new name.
  package let ifMissing: Otherwise
  /// If another file has the new name.
  package let ifTaken: Otherwise
  /// Whether the folder that it leaves is removed if it is empty then, as those of the trash are in any case.
  package var removesEmptyFolder = false
  /// Whether a file with the new name that a place takes for the same is what a kill left of this move, so that the old one
  /// is deleted. A store knows only by what it recorded of the bytes, which damage does not change.
  package var isRepeatable = true
  /// Whether the group goes on if the file cannot be moved.
  package var isOptional = false

  package init(
    _ path: String, to other: String, ifMissing: Otherwise = .fail, ifTaken: Otherwise = .fail
  ) {
    (self.path, self.other) = (path, other)
    (self.ifMissing, self.ifTaken) = (ifMissing, ifTaken)
  }
}

/// What became of a change.
package enum ChangeOutcome: Sendable, Hashable {
  case done
  /// An existing file stays (``PlaceWrite/Rule/keep``).
  case kept
  /// There was nothing to move.
  case missing
  /// Another file has the new name.
  case taken
  /// An optional change failed: a clause in lower case without a period.
  case failed(String)
}
