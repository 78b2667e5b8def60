// Compositions: a body that decides on each step by the outcome of the last one, and a parallel group of
// sequences with the outcomes in the order of the children.

import Operations

struct Refused: Error {}

// Three mirrors of a file are tried one after the other until one responds.
let mirrors = ["north", "east", "south"]
let search = GroupOperation<String> { group in
  for mirror in mirrors {
    let outcome = await Outcome {
      try await group.run(
        AsyncOperation {
          guard mirror != "north" else { throw Refused() }
          return "answer from \(mirror)"
        })
    }
    print(outcome.value ?? "refused")
    if let answer = outcome.value { return answer }
  }
  throw Refused()
}
_ = try await search.run()

// Two recipes are cooked at once, each step by step; the second fails, the first continues.
func cook(_ dish: String, _ steps: [String]) -> AsyncOperation<[Outcome<String>]> {
  let operations = steps.map { step in
    AsyncOperation {
      guard step != "burn" else { throw Refused() }
      return "\(step) \(dish)"
    }
  }
  return GroupOperation.sequence(operations)
}

let dishes = try await GroupOperation.parallel(
  [cook("soup", ["peel", "boil"]), cook("bread", ["knead", "burn", "slice"])],
  policy: .continue
).run()
for dish in dishes {
  switch dish {
  case .value(let steps): print(steps.compactMap(\.value).joined(separator: ", "))
  case .failure(let error): print("failed: \(error)")
  case .cancelled: print("cancelled")
  }
}
