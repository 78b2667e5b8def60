import MirrorCore
import ProviderKit
import Threads

/// The network port for a list: the requests of ``URLListProvider`` read the file that the user named, all
/// others go to the network.
package struct ListNetwork: Network {
  private let path: String
  private let network: any Network
  private let pool: ThreadPool

  /// - Parameters:
  ///   - path: The file: an absolute path.
  ///   - pool: Reads it.
  package init(path: String, network: any Network, pool: ThreadPool) {
    (self.path, self.network, self.pool) = (path, network, pool)
  }

  package func answer(to request: SiteRequest) async throws(FetchError) -> SiteAnswer {
    guard request.url.hasPrefix(URLListProvider.host),
      let offset = Int64(request.url.dropFirst(URLListProvider.host.count))
    else { return try await network.answer(to: request) }
    do throws(ListPart.Problem) {
      let path = path
      let part = try await pool.run { () throws(ListPart.Problem) in
        try ListPart.read(path, at: offset)
      }
      return SiteAnswer(
        status: 200, headers: ListAnswer(part).headers, body: part.bytes, place: path)
    } catch {
      return SiteAnswer(status: 404, body: Array(error.reason.utf8), place: path)
    }
  }

  package func download(
    _ request: FileRequest, progress: @escaping @Sendable (FileProgress) -> Void
  ) async throws(FetchError) -> DownloadedFile {
    try await network.download(request, progress: progress)
  }
}

/// The headers of an answer with a part of a list.
struct ListAnswer {
  let start: Int64
  let next: Int64?
  let lines: Int
  let firstLine: String
  let isCut: Bool

  init(_ part: ListPart) {
    (start, next, lines, isCut) = (part.start, part.next, part.lines, part.isCut)
    firstLine = String(decoding: part.firstLine, as: UTF8.self)
  }

  var headers: [String: String] {
    var headers = ["start": "\(start)", "lines": "\(lines)", "first-line": firstLine]
    if let next { headers["next"] = "\(next)" }
    if isCut { headers["cut"] = "1" }
    return headers
  }

  init?(_ answer: Answer) {
    guard let start = answer.headers["start"].flatMap({ Int64($0) }),
      let lines = answer.headers["lines"].flatMap({ Int($0) }),
      let firstLine = answer.headers["first-line"]
    else { return nil }
    (self.start, self.lines, self.firstLine) = (start, lines, firstLine)
    next = answer.headers["next"].flatMap { Int64($0) }
    isCut = answer.headers["cut"] != nil
  }
}
