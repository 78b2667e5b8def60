import Catalog
import MirrorCore

extension StoredPhoto {
  var files: StoredFiles {
    StoredFiles(path: file.path, stem: stem, thumbnail: file.thumbnail)
  }
}
