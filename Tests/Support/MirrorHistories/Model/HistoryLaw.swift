/// What must be true of a mirror after each step.
package enum HistoryLaw: String, Sendable, CaseIterable, Comparable {
  case bytes = "no photo's last whole bytes vanish"
  case edits = "no edit of the owner vanishes, or leaves its place"
  case notes = "no words of the owner vanish from the sidecars"
  case places = "no command takes a photo's file away"
  case verifyNames = "verify names each photo whose file is not whole"
  case verifyClean = "verify names no photo whose file is whole"
  case copyKeeps = "a copy keeps its whole files"
  case companions = "a copy keeps its whole sidecars and thumbnails"
  case repairBrings = "repair brings back each photo whose bytes are there"
  case repairStatus = "repair leaves with 1 while a photo is missing"
  case settled = "the second of two equal runs fetches nothing"
  case complete = "after a full run the mirror has the site's pictures"
  case forgotten = "what was forgotten stays away"
  case lostCatalog = "no command works with a lost catalog"
  case reading = "a command that only reads changes no file"
  case published = "packages and galleries have the files of the mirror"
  case ending = "each command does its work"

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// A law that was broken.
package struct Violation: Sendable, Hashable, CustomStringConvertible {
  package let law: HistoryLaw
  package let text: String

  package init(_ law: HistoryLaw, _ text: String) { (self.law, self.text) = (law, text) }

  package var description: String { "\(law.rawValue): \(text)" }
}
