import Foundation
import ProviderKit

/// Answers that were recorded in files, one call in each `*.json`:
/// ```json
/// {"call": "page", "query": {"selector": "recent"}, "answer": {"file": "first.html"}}
/// ```
/// The call is `page`, `resolve`, `sources` or `renditions`. The members of `query` are those of a ``PageQuery``,
/// or `photo` for `renditions`; `parameters` and `settings` may be left out. An answer has a `body`, or a `file`
/// of the same folder that contains it; its `status` is 200 unless it is given.
public enum RecordedAnswers {
  /// Why the files cannot be read, as a sentence in lower case without a period.
  public struct Problem: Error, Hashable, CustomStringConvertible {
    public let description: String
  }

  private static let mostFiles = 1000
  private static let mostBytes = 64 << 20

  /// Reads the calls of a folder, in the order of the files' names.
  /// - Throws: ``Problem``.
  public static func read(from folder: String) throws(Problem) -> [Recorded] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw Problem(description: "the folder \(folder) cannot be read")
    }
    let files = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
    guard !files.isEmpty else {
      throw Problem(description: "the folder \(folder) has no file NAME.json with a recorded call")
    }
    guard files.count <= mostFiles else {
      throw Problem(description: "the folder \(folder) has more than \(mostFiles) files")
    }
    var calls: [Recorded] = []
    for name in files { calls.append(try call(in: name, of: folder)) }
    return calls
  }

  private static func call(in name: String, of folder: String) throws(Problem) -> Recorded {
    let bytes = try contents(of: name, in: folder)
    let call: RecordedCall
    do {
      call = try JointCoder.decode(RecordedCall.self, from: Array(bytes))
    } catch {
      let reason = (error as? ProviderFailure)?.message ?? "it cannot be read"
      throw Problem(description: "\(name) is not a recorded call: \(reason)")
    }
    var body = call.answer.body
    if let file = call.answer.file {
      guard body == nil, !file.contains("/") else {
        throw Problem(description: "\(name): the answer has a body besides its file, or a path")
      }
      body = String(decoding: try contents(of: file, in: folder), as: UTF8.self)
    }
    guard let body else {
      throw Problem(description: "\(name): the answer has no body and no file")
    }
    let answer = Answer(
      status: call.answer.status ?? 200, headers: call.answer.headers ?? [:], body: body,
      url: call.answer.url)
    guard let recorded = call.recorded(answer) else {
      throw Problem(
        description: "\(name): the call is not page, resolve, sources or renditions with its query")
    }
    return recorded
  }

  private static func contents(of name: String, in folder: String) throws(Problem) -> Data {
    let path = folder + "/" + name
    guard let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: mostBytes + 1)
    else { throw Problem(description: "\(path) cannot be read, or is empty") }
    guard bytes.count <= mostBytes else {
      throw Problem(description: "\(path) is larger than \(mostBytes >> 20) MiB")
    }
    return bytes
  }
}

/// The contents of a file.
private struct RecordedCall: Decodable {
  let call: String
  let query: Query
  let answer: Response

  struct Query: Decodable {
    let selector: String?
    let photo: Photo?
    let parameters: [String: String]?
    let settings: [String: String]?
    let secrets: Set<String>?
    let resolved: String?
    let cursor: String?
    let limit: Int?
  }

  struct Response: Decodable {
    let status: Int?
    let headers: [String: String]?
    let body: String?
    let file: String?
    let url: String?
  }

  func recorded(_ answer: Answer) -> Recorded? {
    let settings = query.settings ?? [:]
    let secrets = query.secrets ?? []
    if call == "renditions" {
      return query.photo.map {
        .renditions(PhotoQuery(photo: $0, settings: settings, secrets: secrets), answer)
      }
    }
    guard let selector = query.selector else { return nil }
    let page = PageQuery(
      selector: selector, parameters: query.parameters ?? [:], settings: settings,
      secrets: secrets, resolved: query.resolved, cursor: query.cursor, limit: query.limit)
    return switch call {
    case "page": .page(page, answer)
    case "resolve": .resolution(page, answer)
    case "sources": .sources(page, answer)
    default: nil
    }
  }
}
