extension SwiftDeclarations {
  /// The name of a declaration, with the labels of a function, and the index after it.
  func name(of kind: String, at start: Int) -> (String, end: Int) {
    var index = start
    switch kind {
    case "init", "subscript":
      let (labels, end) = labels(at: index)
      return (kind + labels, end)
    case "func":
      if let first = text(index).utf8.first, SwiftTokens.isWord(first) {
        let (labels, end) = labels(at: index + 1)
        return (text(index) + labels, end)
      }
      // An operator has one or more signs; its parameters have no labels.
      var name = ""
      while text(index) != "(", !text(index).isEmpty {
        name += text(index)
        index += 1
      }
      return (name, labels(at: index).end)
    case "extension":
      while text(index + 1) == "." { index += 2 }
      return (text(index), index + 1)
    default:
      return (text(index), index + 1)
    }
  }

  /// The labels of the parameters, `(_:to:)`, and the index after them.
  private func labels(at start: Int) -> (String, end: Int) {
    var index = start
    // The parameters follow the generic ones.
    while text(index) != "(", !text(index).isEmpty { index += 1 }
    let end = end(ofBracketsAt: index)
    var (labels, depth, isLabelNext) = ("", 0, true)
    for index in index + 1..<max(end - 1, index + 1) {
      switch text(index) {
      case "(", "[", "{", "<": depth += 1
      case ")", "]", "}": depth -= 1
      case ">" where text(index - 1) != "-": depth -= 1
      case "," where depth == 0: isLabelNext = true
      case let word where isLabelNext && depth == 0:
        labels += word + ":"
        isLabelNext = false
      default: break
      }
    }
    return ("(\(labels))", end)
  }

  /// The last names of the types and protocols between the name of a type and its brace.
  func inherited(at start: Int) -> Set<String> {
    var (index, depth, names) = (start, 0, Set<String>())
    var isAfterColon = false
    while !["{", "where", ""].contains(text(index)) {
      switch text(index) {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      case ":" where depth == 0: isAfterColon = true
      case let word where isAfterColon && depth == 0 && text(index + 1) != ".": names.insert(word)
      default: break
      }
      index += 1
    }
    return names.subtracting([",", "@", "&"])
  }
}
