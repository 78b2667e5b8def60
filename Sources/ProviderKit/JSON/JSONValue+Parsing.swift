extension JSONValue {
  /// Levels of arrays and objects that are read; deeper ones are refused, since reading recurses.
  public static let depthLimit = 128

  /// Reads JSON (RFC 8259), and the faults that sites are known to make: a byte order mark, a comma
  /// after the last element, `\'`, control characters within a string, half a surrogate pair.
  /// - Throws: ``ProviderFailure`` with `.malformed`, which names the byte that does not fit.
  public init(parsing text: String) throws(ProviderFailure) {
    var parser = JSONParser(bytes: Array(text.utf8))
    self = try parser.parse()
  }
}
