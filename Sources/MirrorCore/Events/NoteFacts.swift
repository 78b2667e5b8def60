/// Something that the run decided or did, for people who look on.
public struct NoteFacts: Sendable, Hashable {
  /// A sentence in lower case without a period; secrets redacted.
  public let text: String
  /// Only told where ``MirrorConfiguration/isVerbose`` asks for it.
  public let isDetail: Bool

  package init(_ text: String, isDetail: Bool) {
    self.text = text
    self.isDetail = isDetail
  }
}
