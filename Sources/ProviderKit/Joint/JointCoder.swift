import Foundation

/// The one way in which values become the joint's bytes and back.
package enum JointCoder {
  /// UTF-8 JSON of `value`.
  package static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return try encoder.encode(value)
  }

  /// The value that `bytes` hold.
  /// - Throws: ``ProviderFailure`` with `.malformed`, which names the member that does not fit.
  package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: Data) throws -> Value
  {
    do {
      return try JSONDecoder().decode(type, from: bytes)
    } catch {
      throw ProviderFailure(.malformed, jointSentence(for: error))
    }
  }
}

/// What is wrong with JSON that does not fit, in one sentence that names the member.
func jointSentence(for error: any Error) -> String {
  guard let error = error as? DecodingError else { return "\(error)" }
  switch error {
  case .keyNotFound(let key, let context):
    return "\(place(context.codingPath + [key])) is missing"
  case .valueNotFound(_, let context):
    return "\(place(context.codingPath)) is null"
  case .typeMismatch(let type, let context):
    return "\(place(context.codingPath)) is not of type \(type)"
  case .dataCorrupted(let context) where context.codingPath.isEmpty:
    return "no JSON"
  case .dataCorrupted(let context):
    return "\(place(context.codingPath)) is out of range"
  @unknown default:
    return "\(error)"
  }
}

private func place(_ path: [any CodingKey]) -> String {
  path.isEmpty ? "the whole" : path.map(step).joined(separator: ".")
}

private func step(_ key: any CodingKey) -> String {
  key.intValue.map(String.init) ?? key.stringValue
}
