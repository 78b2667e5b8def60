import Glibc
import MirrorCore
import SystemCalls

extension MirrorDirectory {
  /// Replaces a file by another name of `original`, in one step: a kill leaves the file or the name. Both are
  /// relative to the mirror. Blocks.
  package func share(_ original: String, as path: String) throws(StorageError) {
    let scratch = newScratchFile()
    guard LinkFree.link(file(original), scratch) == 0 else {
      switch errno {
      case EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV:
        throw StorageError(
          .directory(
            "the file system of \(self.path) has no hard links: \(SystemError(errno).reason)",
            .noLinks))
      default: throw StorageError("link", file(original), errno: errno)
      }
    }
    do throws(StorageError) {
      try DurableFile.replace(scratch, to: file(path))
      if let parent = DurableFile.parent(of: file(path)) { try DurableFile.sync(parent) }
    } catch {
      LinkFree.unlink(scratch)
      throw error
    }
  }
}
