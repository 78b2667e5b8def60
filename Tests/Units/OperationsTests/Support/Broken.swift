/// An error that tests can distinguish from others.
struct Broken: Error, Equatable {
  var number = 0
}
