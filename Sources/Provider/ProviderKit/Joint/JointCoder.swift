/// Encodes and decodes the values that cross the joint.
package enum JointCoder {
  /// UTF-8 JSON of `value`.
  package static func encode(_ value: some Encodable) throws -> [UInt8] {
    try JointEncoder.encode(value)
  }

  /// Decodes a value.
  /// - Throws: ``ProviderFailure`` with `.malformed`, which names the invalid member.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws -> Value {
    do {
      return try JointDecoder(bytes).value(type)
    } catch {
      throw ProviderFailure(.malformed, jointSentence(for: error))
    }
  }
}

/// A sentence for a decoding error that names the member, relative to `depth` levels below the
/// root.
func jointSentence(for error: any Error, below depth: Int = 0) -> String {
  if case .limit(let message) = error as? JSONFault { return message }
  guard let error = error as? DecodingError else { return "it is not JSON" }
  func place(_ path: [any CodingKey]) -> String {
    let steps = path.dropFirst(depth).map { $0.intValue.map(String.init) ?? $0.stringValue }
    return steps.isEmpty ? "it" : steps.joined(separator: ".")
  }
  return switch error {
  case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
  case .valueNotFound(_, let context): "\(place(context.codingPath)) is null"
  case .typeMismatch(let type, let context):
    "\(place(context.codingPath)) is not \(jsonName(of: type))"
  case .dataCorrupted(let context): "\(place(context.codingPath)) has an invalid value"
  @unknown default: "it has the wrong shape"
  }
}

/// JSON's name for the values of a Swift type.
private func jsonName(of type: Any.Type) -> String {
  switch "\(type)" {
  case "String": "a string"
  case "Bool": "true or false"
  case let name where name.hasPrefix("Array"): "an array"
  case let name where name.hasPrefix("Dictionary"): "an object"
  default: "a number"
  }
}
