import Glibc
import MirrorCore

extension MirrorError {
  package init(_ error: CatalogError) {
    switch error.kind {
    case .damaged:
      self = .directory(
        error.message,
        hint: "move it away and sync again: the files that are there are taken over, not fetched")
    case .foreign: self = .directory(error.message, hint: "mirror into another directory")
    case .linked:
      self = .directory(
        error.message,
        hint: "where it was copied with links (cp -al), put a real copy in its place; "
          + "where somebody else prepared the directory, do not trust it")
    case .otherVersion:
      self = .directory(error.message, hint: "use the photomirror that wrote it, or a newer one")
    case .busy: self = .directory(error.message, hint: "wait for the other process, then go on")
    case .system(let code): self = .directory(error.message, hint: Self.hint(errno: code))
    case .outdated, .disk, .statement: self = .directory(error.message)
    }
  }
}
