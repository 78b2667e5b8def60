/// The value of an attribute. XML writes all alike; in JSON the types are as erratic as Flickr's.
enum Scalar {
  case text(String)
  case number(Int)
  /// A number that is not whole, as it is to be written.
  case decimal(String)
  case null

  /// The number as number or as text: by the dice, and always the same for the same dice.
  static func erratic(_ number: Int, _ dice: Dice) -> Scalar {
    dice.chance(.numberQuirk, oneIn: 2) ? .text(String(number)) : .number(number)
  }
}
