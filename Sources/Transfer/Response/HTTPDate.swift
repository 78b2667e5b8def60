import CCurl

/// Dates as HTTP writes them (RFC 9110 5.6.7).
enum HTTPDate {
  /// Seconds since 1970; nil for what is no date with a year from 1970 on.
  ///
  /// Read by libcurl, which knows the three forms.
  static func seconds(_ text: String) -> Int? {
    guard text.utf8.count <= 64, text.contains(":") else { return nil }
    let time = curl_getdate(text, nil)
    return time > 0 ? time : nil
  }
}
