import Glibc
import MirrorCore
import SystemCalls

extension MirrorDirectory {
  /// In bytes.
  private static let longestAddress = 4096
  var addressFile: String { state + "/catalog-address" }

  /// The address of the database with the catalog, in one line; nil if the catalog is in the directory. Blocks.
  package func catalogAddress() throws(MirrorError) -> String? {
    do throws(StorageError) {
      guard let bytes = try DurableFile.read(addressFile, limit: Self.longestAddress) else {
        return nil
      }
      let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
      guard !line.isEmpty, line.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw StorageError(.directory("\(addressFile) does not contain an address", .occupied))
      }
      return String(decoding: line, as: UTF8.self)
    } catch {
      throw error.error
    }
  }

  /// Records the address, without a password. Blocks; the caller holds the lock.
  package func noteCatalogAddress(_ address: String) throws(MirrorError) {
    let draft = newScratchFile()
    do throws(StorageError) {
      try DurableFile.write(Array((address + "\n").utf8), to: draft)
      try DurableFile.replace(draft, to: addressFile)
    } catch {
      throw error.error
    }
  }

  /// Gives a closed catalog that is no longer used another name. Blocks; the caller holds the lock.
  /// - Returns: The new path.
  package func setAsideCatalog() throws(MirrorError) -> String {
    let place = "\(state)/copied-catalog-\(UInt64.random(in: 0...UInt64.max)).sqlite"
    do throws(StorageError) {
      try DurableFile.replace(catalog, to: place)
      return place
    } catch {
      throw error.error
    }
  }

  /// Puts a synced file in the place of the catalog, with the log of the old one removed. Blocks; the caller holds the
  /// lock, and nobody has the catalog open.
  package func replaceCatalog(by path: String) throws(StorageError) {
    for end in ["-wal", "-shm"] { LinkFree.unlink(catalog + end) }
    try DurableFile.replace(path, to: catalog)
    try DurableFile.sync(state)
  }

  /// From now on the catalog is in the directory. Blocks; the caller holds the lock.
  package func forgetCatalogAddress() throws(MirrorError) {
    guard LinkFree.unlink(addressFile) == 0 || errno == ENOENT else {
      throw .file("remove", addressFile, errno: errno)
    }
    do throws(StorageError) { try DurableFile.sync(state) } catch { throw error.error }
  }
}
