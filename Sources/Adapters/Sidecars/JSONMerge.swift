import Foundation
import MirrorCore

/// Changes the members of a JSON object that have changed between two others.
enum JSONMerge {
  static func merge(
    _ existing: [UInt8], from before: [UInt8]?, to after: [UInt8]
  ) throws(SidecarError) -> [UInt8] {
    guard existing != before else { return after }
    var object = try members(of: existing)
    let old = try before.map { (bytes) throws(SidecarError) in try members(of: bytes) }
    let new = try members(of: after)
    var isChanged = false
    for key in Set(new.keys).union(old.map { Set($0.keys) } ?? []) {
      let (now, value) = (object[key] as? NSObject, new[key] as? NSObject)
      let isEdited = old.map { ($0[key] as? NSObject) != now } ?? false
      // Whatever the origin was, it is of the file that is there.
      let stays = PictureOrigin.Field(rawValue: key) == nil ? isEdited : value == nil
      guard now != value, !stays else { continue }
      object[key] = new[key]
      isChanged = true
    }
    guard isChanged else { return existing }
    let options: JSONSerialization.WritingOptions = [
      .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
    ]
    guard let data = try? JSONSerialization.data(withJSONObject: object, options: options) else {
      throw SidecarError("it has values that cannot be written again")
    }
    return Array(data) + [UInt8(ascii: "\n")]
  }

  static func members(of bytes: [UInt8]) throws(SidecarError) -> [String: Any] {
    guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)),
      let members = value as? [String: Any]
    else { throw SidecarError("it is not a JSON object") }
    return members
  }
}
