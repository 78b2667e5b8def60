/// What a command said and how it ended.
package struct CommandOutcome: Sendable, Hashable {
  /// The exit status; nil if the driver of the history cannot tell.
  package var status: Int32?
  /// Photos with a problem, of `verify`.
  package var named: Set<String> = []
  /// Photos that were fetched, of a run.
  package var fetched: Int?
  /// What a package or a gallery has of photos, by ids.
  package var published: [String: String]?
  /// Whether the command was killed before, and this is of its second run.
  package var wasKilled = false
  /// The messages.
  package var text = ""

  package init(status: Int32?, text: String = "") { (self.status, self.text) = (status, text) }

  /// Whether the command did its work, if not for all photos.
  package var isDone: Bool { status.map { $0 == 0 || $0 == 1 } ?? true }
}
