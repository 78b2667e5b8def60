// A tree of stages: a cookbook produces recipes, a recipe produces pictures.
//
// Each stage is a node with its own width. A picture that fails is retried, with its own attempts; a final
// failure is reported, and the other pictures continue. A recipe is done when its pictures are, a cookbook
// when its recipes are.

import Operations

struct Recipe: Sendable {
  var title: String
  var pictures: [String]
}

struct Unreadable: Error {}

let pictures = TreeNode<String, Int>("picture", width: 2, retry: RetryPolicy(attempts: 3)) {
  if $0.hasPrefix("lost") { throw Unreadable() }
  return $0.count
}
.decideOnFailure { picture, error in
  print("\(picture): given up, \(error)")
  return .continue
}

let recipes = TreeNode<Recipe, Recipe>("recipe", width: 1) { $0 }
  .feeding(pictures) { $0.pictures }
  .onSubtreeFinished { recipe, summary in
    print("\(recipe.title): \(summary.succeeded) pictures, \(summary.failed) missing")
  }

let cookbook = TreeNode<String, [Recipe]>("cookbook", width: 1) { _ in
  [
    Recipe(title: "Soup", pictures: ["leek.jpg", "pot.jpg"]),
    Recipe(title: "Bread", pictures: ["flour.jpg", "lost.jpg", "loaf.jpg"]),
  ]
}
.feeding(recipes) { $0 }

let tree = TreeOperation(root: cookbook, input: "winter.book")
let summary = try await tree.run()
print("winter.book: \(summary.succeeded) done, \(summary.failed) failed")
