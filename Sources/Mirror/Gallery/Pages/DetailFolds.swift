import MirrorCore
import ProviderKit

/// The long parts of a photo's details, folded.
struct DetailFolds {
  let details: PhotoDetails?

  var markup: Markup {
    let notes = details?.notes?.map { words($0.authorName ?? $0.author, $0.text) }
    let comments = details?.comments?.map { words($0.authorName ?? $0.author, $0.text) }
    let fields = details?.exif?.map { field -> Markup in
      "<dt><bdi>\(field.label ?? field.tag)</bdi></dt><dd dir=\"auto\">\(field.text ?? field.value)</dd>\n"
    }
    return "\(fold("Notes", notes))\(fold("Comments", comments))\(fold("EXIF", fields))"
  }

  private func words(_ author: String, _ html: String) -> Markup {
    "<dt><bdi>\(author.isEmpty ? "Somebody" : author)</bdi></dt><dd class=\"about\" dir=\"auto\">\(PlainText.of(html))</dd>\n"
  }

  private func fold(_ name: Markup, _ entries: [Markup]?) -> Markup {
    guard let entries, !entries.isEmpty else { return .empty }
    return
      "<details><summary>\(name): \(entries.count)</summary><dl>\n\(entries)</dl></details>\n"
  }
}
