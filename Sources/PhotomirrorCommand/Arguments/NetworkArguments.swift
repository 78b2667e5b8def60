import Glibc
import Mirroring
import SystemCalls

/// How a command is to speak to servers: what ``OptionSyntax/network`` says.
package struct NetworkArguments: Sendable, Hashable {
  /// Certificate authorities in PEM; nil: the system's.
  package let authorityFile: String?
  /// Whether HTTP/2 may be spoken.
  package let allowsHTTP2: Bool
  /// For the User-Agent.
  package let contact: String?
  /// Calls of the site's API in an hour; nil: as many as it allows.
  package let callsPerHour: Int?
  /// Tell each request and decision.
  package let isVerbose: Bool

  init(_ parsed: ParsedArguments) throws(UsageError) {
    authorityFile = try Self.readable(parsed.value("ca-file"))
    allowsHTTP2 = parsed.has("http2")
    contact = try Self.contact(parsed.value("contact"))
    callsPerHour = try parsed.number("calls-per-hour", in: 1...Int.max)
    isVerbose = parsed.has("verbose")
  }

  /// A file that cannot be read would make every connection fail, with a message of its own each.
  private static func readable(_ path: String?) throws(UsageError) -> String? {
    guard let path else { return nil }
    guard let status = FileStatus(following: path), access(path, R_OK) == 0 else {
      throw UsageError("--ca-file: cannot read \(path): \(SystemError().reason)")
    }
    guard !status.isDirectory else {
      throw UsageError("--ca-file: cannot read \(path): \(SystemError(EISDIR).reason)")
    }
    return path
  }

  /// What stands in a comment of a header (RFC 9110 5.6.5): printable, and no brackets.
  private static func contact(_ text: String?) throws(UsageError) -> String? {
    guard let text else { return nil }
    let isFit = text.unicodeScalars.allSatisfy { (32...126).contains($0.value) }
    guard isFit, !text.isEmpty, text.utf8.count <= 200, !text.contains(where: "()\\".contains)
    else {
      throw UsageError("--contact takes up to 200 plain characters without brackets")
    }
    return text
  }
}

extension MirrorConfiguration {
  /// Takes over how servers are to be spoken to.
  mutating func apply(_ network: NetworkArguments) {
    authorityFile = network.authorityFile
    allowsHTTP2 = network.allowsHTTP2
    contact = network.contact
    maximumCalls = network.callsPerHour
    isVerbose = network.isVerbose
  }
}
