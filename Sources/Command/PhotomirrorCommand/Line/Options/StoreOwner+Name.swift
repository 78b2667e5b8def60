import Foundation
import Glibc
import Mirroring

extension StoreOwner {
  /// Of a directory without links, so that each of its names leads to the same file of the state folder, also before it is
  /// made. Blocks.
  var name: String {
    switch self {
    case .catalog(let address): return address
    case .directory(let path):
      var folder = URL(filePath: path).standardizedFileURL.path
      var rest = ""
      while folder.count > 1 {
        if let real = realpath(folder, nil) {
          defer { free(real) }
          return String(cString: real) + rest
        }
        let end = folder.lastIndex(of: "/") ?? folder.startIndex
        (rest, folder) = (folder[end...] + rest, String(folder[..<end]))
      }
      return rest
    }
  }
}

extension String {
  /// The path of a file for a text in this folder: the content tells texts with the same hash (FNV-1a) apart.
  func file(named text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "\(self)/\(String(hash, radix: 16))"
  }
}
