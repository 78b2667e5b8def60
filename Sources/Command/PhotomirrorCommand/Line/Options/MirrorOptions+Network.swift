import Glibc
import Mirroring
import SystemCalls

extension MirrorOptions {
  /// The options of every command that connects to servers.
  static let network = Option<MirrorOptions>.group(
    .network,
    .optional(
      "ca-file", .readableFile, \.authorityFile,
      "Trust these certificate authorities (PEM) instead of the system's"),
    .flag("http2", \.allowsHTTP2, "Use HTTP/2 if the server offers it"),
    .optional(
      "contact", .contact, \.contact, "How server operators can reach you; sent in User-Agent"
    ).also(for: .laterRuns),
    .optional(
      "calls-per-hour", .number(1...Int.max), \.maximumCalls, unset: "the site's limit",
      "Limit of API calls an hour, for mirrors that share a key"),
    .flag(
      "verbose", letter: "v", \.isVerbose, "Write each request and decision to standard error"),
  ).also(for: .allCommands)
}

extension ValueKind<String> {
  /// Checked now: a missing file would make every connection fail, each with its own message.
  fileprivate static let readableFile = ValueKind("PATH", text: \.self) {
    path, label throws(UsageError) in
    guard let status = FileStatus(following: path), access(path, R_OK) == 0 else {
      throw UsageError("\(label): cannot read \(path): \(SystemError().reason)")
    }
    guard !status.isDirectory else {
      throw UsageError("\(label): cannot read \(path): \(SystemError(EISDIR).reason)")
    }
    return path
  }

  /// The content of a comment in a header (RFC 9110, section 5.6.5): printable, without brackets.
  fileprivate static let contact = ValueKind("ADDRESS", text: \.self) {
    text, label throws(UsageError) in
    let isFit = text.unicodeScalars.allSatisfy { (32...126).contains($0.value) }
    guard isFit, !text.isEmpty, text.utf8.count <= 200, !text.contains(where: "()\\".contains)
    else { throw UsageError("\(label) takes up to 200 ASCII characters without brackets") }
    return text
  }
}
