import CCrypto
import CCurl
import Locking

package struct HTTPHeader: Sendable, Hashable {
  package var name: String
  package var value: String
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

package struct TransferConfiguration: Sendable {
  /// How many transfers run at once.
  package var width = 16
  package var widthPerHost = 8
  package var userAgent = "photomirror"
  package var connectTimeout = Duration.seconds(10)
  /// A transfer slower than 1000 bytes a second for this long is given up.
  package var stallTimeout = Duration.seconds(30)
  package init() {}
}

/// One HTTP GET whose answer is held in memory (an API call).
package struct TransferRequest: Sendable {
  package var url: String
  package var headers: [HTTPHeader]
  package var maximumBytes = 32 << 20
  package var deadline = Duration.seconds(120)
  /// Values that never appear in errors and logs.
  package var secrets: [String] = []
  package init(url: String, headers: [HTTPHeader] = []) {
    self.url = url
    self.headers = headers
  }
}

package struct TransferAnswer: Sendable {
  package let status: Int
  package let headers: [HTTPHeader]
  package let body: [UInt8]
  package let effectiveURL: String
}

/// One file to fetch into a part file, going on where the part ends if the server's validator allows.
package struct DownloadRequest: Sendable {
  package var url: String
  /// Path of the part file; its resume state lies beside it, at `partPath` + ".json".
  package var partPath: String
  /// Promised by the provider.
  package var byteCount: Int64?
  package var maximumBytes: Int64 = 1 << 30
  package var deadline = Duration.seconds(3600)
  /// Sees the first bytes (up to 64) of a body before any is written, and may give a reason to
  /// refuse it (an HTML page where an image was promised).
  package var refusing: (@Sendable (_ firstBytes: [UInt8]) -> String?)?
  package init(url: String, partPath: String) {
    self.url = url
    self.partPath = partPath
  }
}

package struct DownloadProgress: Sendable {
  /// Bytes in the part file, and how many it will have (nil: not told).
  package let received: Int64
  package let expected: Int64?
}

package struct Download: Sendable {
  /// Bytes in the finished part file.
  package let byteCount: Int64
  /// Bytes that came over the wire this time.
  package let bytesFetched: Int64
  /// Whether the end was known from a length (Content-Length, x-ttdb-l) or the chunked end.
  package let isLengthProven: Bool
  package let effectiveURL: String
  package let headers: [HTTPHeader]
}

package struct TransferError: Error, Sendable {
  package enum Kind: Sendable, Hashable {
    case status(Int)
    case unreachable, timedOut, stalled, interrupted, truncated, tooLarge, refused, protocolError
    case localFile(errno: Int32)
    case badURL, engineClosed, tls
  }
  package let kind: Kind
  /// Names what and where; secrets redacted.
  package let message: String
  package let retryAfter: Duration?
  package let isTransient: Bool
}

package final class TransferEngine: Sendable {
  package init(_ configuration: TransferConfiguration = .init()) throws { fatalError("stub") }
  /// The answer whatever its status. Cancelling the task aborts the transfer.
  package func answer(to request: TransferRequest) async throws(TransferError) -> TransferAnswer {
    fatalError("stub")
  }
  /// - Parameter progress: at most every 100 ms, on the engine's thread.
  package func download(
    _ request: DownloadRequest, progress: (@Sendable (DownloadProgress) -> Void)? = nil
  ) async throws(TransferError) -> Download { fatalError("stub") }
  package func shutdown() async { fatalError("stub") }
}

package enum DigestAlgorithm: String, Sendable { case md5, sha1, sha256 }
package enum FileDigest {
  /// Lower-case hexadecimal. Blocks while it reads.
  package static func hex(_ algorithm: DigestAlgorithm, ofFileAt path: String) throws(TransferError)
    -> String
  { fatalError("stub") }
}
