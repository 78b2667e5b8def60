import Foundation
import TestSupport

/// The object of `status --json`.
struct StatusAnswer: Decodable, Equatable {
  struct Source: Decodable, Equatable {
    let source: String
    let mirrored: Int
    let waiting: Int
    let failed: Int
    let unavailable: Int
    let replaced: Int
    let unproven: Int
    let detailsPending: Int
    let bytes: Int
    let isInterrupted: Bool
    let isComplete: Bool
    let finishedAt: String?
  }

  struct Failure: Decodable, Equatable {
    let reason: String
    let photos: Int
    let ids: [String]
    /// Only for unavailable photos.
    let since: String?
  }

  let sources: [Source]
  let failures: [Failure]
  let unavailable: [Failure]
  let parts: Int
  let partBytes: Int
  let setAside: Int
  let writer: String?
}

/// A line of `list`.
struct ListedPhoto: Decodable, Equatable {
  struct Size: Decodable, Equatable {
    let label: String
    let width: Int
    let height: Int
    let url: String

    var edge: Int { max(width, height) }
  }

  let id: String
  let owner: String
  let title: String
  let sizes: [Size]

  func size(_ label: String) -> Size? { sizes.first { $0.label == label } }
}

/// A line of `--progress json` with the keys that the tests read.
struct Event: Decodable {
  let event: String
  var id: String?
  var result: String?
  var width: Int?
  var height: Int?
  var stage: String?
  var reason: String?
  var willRetry: Bool?
  var since: String?
  var asked: Bool?
  var delaySeconds: Double?
  var mirrored: Int?
  var ending: String?
  var listingComplete: Bool?
  var fetchedBytes: Int?
  var elapsedSeconds: Double?
  var text: String?
}

extension JSONDecoder {
  /// Accessors for the command's output.
  static var ofCommand: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

extension CommandRun {
  /// Decodes standard output as one JSON object a line; throws for an invalid line.
  func lines<Line: Decodable>(of type: Line.Type) throws -> [Line] {
    try output.split(separator: "\n").map {
      try JSONDecoder.ofCommand.decode(Line.self, from: Data($0.utf8))
    }
  }

  /// The events of `--progress json`.
  var events: [Event] {
    get throws { try lines(of: Event.self) }
  }
}

extension [Event] {
  /// The results of the photos, by id.
  var endings: [String: Event] {
    Dictionary(filter { $0.event == "ended" }.compactMap { event in event.id.map { ($0, event) } })
    {
      $1
    }
  }
}

extension String {
  /// Number of occurrences of a character.
  func count(of character: Character) -> Int { filter { $0 == character }.count }
}
