import Locking
import MirrorCore

/// A network with answers from a test.
package final class MemoryNetwork: Network {
  package typealias Reply = @Sendable (_ url: String) throws(FetchError) -> [UInt8]

  private let workspace: MemoryWorkspace
  private let reply: Reply
  private let asked = Locked<[String]>([])

  /// - Parameter reply: the body at an address, of listings and of files.
  package init(_ workspace: MemoryWorkspace, reply: @escaping Reply) {
    (self.workspace, self.reply) = (workspace, reply)
  }

  /// The requested addresses, in order.
  package var addresses: [String] { asked.withLock(\.self) }

  package func answer(to request: SiteRequest) async throws(FetchError) -> SiteAnswer {
    asked.withLock { $0.append(request.url) }
    return SiteAnswer(status: 200, body: try reply(request.url), place: request.url)
  }

  package func download(
    _ request: FileRequest, progress: @escaping @Sendable (FileProgress) -> Void
  ) async throws(FetchError) -> DownloadedFile {
    asked.withLock { $0.append(request.url) }
    let bytes = try reply(request.url)
    if let reason = request.refusing?(Array(bytes.prefix(64)), request.url) {
      throw FetchError(.refused, reason)
    }
    workspace[request.part] = bytes
    var file = DownloadedFile()
    file.bytesFetched = Int64(bytes.count)
    return file
  }
}
