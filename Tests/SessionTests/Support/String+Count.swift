extension String {
  /// How often a character occurs.
  func count(of character: Character) -> Int { filter { $0 == character }.count }
}
