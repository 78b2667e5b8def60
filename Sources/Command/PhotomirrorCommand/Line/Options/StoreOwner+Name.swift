import Foundation
import Mirroring
import SystemCalls

extension StoreOwner {
  /// A directory's path without links, so that each of its names leads to the same file of the state folder, also before
  /// it is made. Blocks.
  var name: String {
    switch self {
    case .catalog(let address): address
    case .directory(let path):
      LinkFree.resolved(URL(filePath: path).standardizedFileURL.path)
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
