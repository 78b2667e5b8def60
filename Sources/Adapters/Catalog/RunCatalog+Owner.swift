import MirrorCore

/// Methods for the owner of the run.
extension RunCatalog {
  /// The rows among `ids` whose photos are not mirrored yet.
  package func waiting(among ids: Set<Int64>) async throws(MirrorError) -> Set<Int64> {
    try await query { catalog throws(CatalogError) in
      var waiting: Set<Int64> = []
      for id in ids where try catalog.isWaiting(id) { waiting.insert(id) }
      return waiting
    }
  }

  /// Records the choices for new photos of the run's source.
  package func noteChoices(_ choices: SourceChoices) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in
      try catalog.noteChoices(choices, ofSource: source.id)
    }
  }

  /// Records the options of the run, as its caller words them.
  package func noteOptions(_ options: String) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in
      try catalog.noteOptions(options, ofSource: source.id)
    }
  }

  /// Deletes the source if it never returned anything.
  /// - Returns: Whether no other source is left.
  package func forgetSource() async throws(MirrorError) -> Bool {
    try await query { catalog throws(CatalogError) in try catalog.forget(source) }
  }
}
