// The smallest tree, as the README shows it: an album produces photos, and is done when they are.

import Operations

let resize = TreeNode("resize", width: 2) { (photo: String) in "small-\(photo)" }
let album = TreeNode("album", width: 1) { (name: String) in ["\(name)-1", "\(name)-2"] }
album.feeding(resize) { $0 }
album.onSubtreeFinished { name, photos in
  print("\(name): \(photos.succeeded) photos")
}
_ = try await TreeOperation(root: album, input: "Lisbon").run()
