/// An error that tests tell from others.
struct Broken: Error, Equatable {
  var number = 0
}
