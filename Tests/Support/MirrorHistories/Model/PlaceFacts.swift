/// One of the directories of a history: a mirror and its copies.
package enum HistoryPlace: Int, CaseIterable, Sendable, CustomStringConvertible {
  case mirror, copy, second

  package var description: String {
    switch self {
    case .mirror: "the mirror"
    case .copy: "the copy"
    case .second: "the second copy"
    }
  }
}

/// What is in a directory of a history, by content. Digests are SHA-256 in hexadecimal.
package struct PlaceFacts: Sendable, Equatable {
  /// What is under the name of a photo.
  package enum Entry: Sendable, Hashable {
    case missing
    /// A file with this digest.
    case file(String)
    /// A link or a folder.
    case obstructed
  }

  /// A sidecar or a thumbnail.
  package enum Companion: Sendable, Hashable {
    case missing, whole, damaged
  }

  /// Whether the directory is there.
  package var exists = false
  /// By photos' ids; those without an entry are missing.
  package var entries: [String: Entry] = [:]
  /// Ids that the names of several pictures have.
  package var twice: Set<String> = []
  /// By photos' ids; those without an entry are missing.
  package var sidecars: [String: Companion] = [:]
  /// By photos' ids; those without an entry are missing.
  package var thumbnails: [String: Companion] = [:]
  /// The digests of all files outside of the state.
  package var visible: Set<String> = []
  package var trash: Set<String> = []
  package var setAside: Set<String> = []
  /// The owner's words that are in any sidecar.
  package var notes: Set<String> = []
  /// Every file but those of the catalog, with its digest.
  package var files: [String: String] = [:]

  package init() {}

  package func entry(_ id: String) -> Entry { entries[id] ?? .missing }

  /// The digests of all files.
  package var everywhere: Set<String> { visible.union(trash).union(setAside) }
}

/// What is in all directories of a history.
package struct HistoryFacts: Sendable {
  package var places: [HistoryPlace: PlaceFacts] = [:]

  package init(_ places: [HistoryPlace: PlaceFacts] = [:]) { self.places = places }

  package subscript(place: HistoryPlace) -> PlaceFacts {
    get { places[place] ?? PlaceFacts() }
    set { places[place] = newValue }
  }

  /// The digests of all files.
  package var everywhere: Set<String> {
    places.values.reduce(into: []) { $0.formUnion($1.everywhere) }
  }

  /// The owner's words that are in any sidecar.
  package var notes: Set<String> { places.values.reduce(into: []) { $0.formUnion($1.notes) } }
}
