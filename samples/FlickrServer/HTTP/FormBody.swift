import CMicrohttpd
import Foundation

/// The body of a POST request as it arrives: a form (WHATWG URL, section 5.1), whose fields count as arguments.
final class FormBody {
  private static let most = 64 << 10
  private var bytes: [UInt8] = []
  private(set) var isTooLong = false

  /// Takes the next bytes; those beyond 64 KiB are dropped.
  func append(_ start: UnsafePointer<CChar>?, count: Int) {
    isTooLong = isTooLong || bytes.count + count > Self.most
    guard !isTooLong, let start else { return }
    bytes += UnsafeRawBufferPointer(start: start, count: count)
  }

  /// The fields by name; the last of a name counts.
  var fields: [String: String] {
    var components = URLComponents()
    // In a form `+` is a space.
    components.percentEncodedQuery = String(decoding: bytes, as: UTF8.self).replacing(
      "+", with: "%20")
    let items = components.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
  }
}

extension FormBody {
  /// libmicrohttpd's pointer for a request, which `release` ends.
  static func make() -> UnsafeMutableRawPointer { Unmanaged.passRetained(FormBody()).toOpaque() }

  static func at(_ pointer: UnsafeMutableRawPointer) -> FormBody {
    Unmanaged<FormBody>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Called when a request has ended, in whatever way.
  static let release: MHD_RequestCompletedCallback = { _, _, pointer, _ in
    guard let body = pointer?.pointee else { return }
    Unmanaged<FormBody>.fromOpaque(body).release()
    pointer?.pointee = nil
  }
}
