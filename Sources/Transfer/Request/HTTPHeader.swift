/// One header field of a request or a response.
package struct HTTPHeader: Sendable, Hashable, Codable {
  /// In a response always lower case.
  package var name: String
  /// Without the blanks around it.
  package var value: String

  /// A field as given; one that cannot be sent fails its request as `badURL`.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HTTPHeader] {
  /// The values of every field called `name` (given in lower case), in order.
  package func values(of name: String) -> [String] {
    compactMap { $0.name == name ? $0.value : nil }
  }

  /// The value of the first field called `name` (given in lower case).
  package func first(_ name: String) -> String? {
    first { $0.name == name }?.value
  }
}
