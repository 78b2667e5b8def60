import CCurl

/// libcurl as a whole.
enum CurlLibrary {
  /// How the one global initialisation went; asking for it initialises. It is thread-safe through
  /// Swift's lazy globals and is never undone, as libcurl advises for programs with threads.
  static let state: CURLcode = ccurl_global_init()

  /// libcurl's sentence for a code.
  static func describe(_ code: CURLcode) -> String {
    String(cString: curl_easy_strerror(code)).lowercasedFirst
  }
}

extension String {
  /// With its first letter in lower case, unless that begins an acronym.
  var lowercasedFirst: String {
    guard let first, let second = dropFirst().first, !second.isUppercase else { return self }
    return first.lowercased() + dropFirst()
  }
}
