extension JSONValue {
  /// Levels of arrays and objects that are read, since reading recurses.
  public static let depthLimit = 128
  /// Values that are read of one text: a value of two bytes takes some 200 in memory.
  public static let valueLimit = 500_000

  /// Reads JSON (RFC 8259), and the faults that sites are known to make: a byte order mark, a comma
  /// after the last element, `\'`, control characters within a string, half a surrogate pair.
  /// - Throws: ``ProviderFailure`` with `.malformed`, which names the byte that does not fit, or the
  ///   limit that the text exceeds.
  public init(parsing text: String) throws(ProviderFailure) {
    do throws(JSONFault) {
      try self.init(reading: text)
    } catch {
      throw ProviderFailure(.malformed, error.message)
    }
  }

  /// The same, for who has to tell JSON beyond a limit from what is not JSON.
  package init(reading text: String) throws(JSONFault) {
    var parser = JSONParser(bytes: Array(text.utf8))
    self = try parser.parse()
  }
}

/// Why a text is not read as JSON.
package enum JSONFault: Error {
  /// The message names the byte.
  case syntax(String)
  /// The message names the limit.
  case limit(String)

  /// A sentence for people.
  package var message: String {
    switch self {
    case .syntax(let message), .limit(let message): message
    }
  }
}
