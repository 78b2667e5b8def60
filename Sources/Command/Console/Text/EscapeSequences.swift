/// Recognises escape sequences (ECMA-48, sections 5.3 to 5.6) one scalar at a time.
struct EscapeSequences {
  private enum State {
    case text
    /// After ESC: intermediate bytes, then a final one.
    case escape
    /// After CSI: parameters, then a final byte.
    case control
    /// In a title, device or application string, until BEL or ST.
    case string
    case stringEscape
  }

  private var state = State.text

  /// Takes the next scalar; true if it belongs to a sequence and must not be shown.
  mutating func swallow(_ scalar: Unicode.Scalar) -> Bool {
    switch state {
    case .text: return begin(scalar)
    case .escape: return afterEscape(scalar)
    case .control: return afterIntroducer(scalar)
    case .string, .stringEscape:
      inString(scalar)
      return true
    }
  }

  private mutating func begin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{1B}": state = .escape
    case "\u{9B}": state = .control
    case "\u{90}", "\u{98}", "\u{9D}", "\u{9E}", "\u{9F}": state = .string
    default: return false
    }
    return true
  }

  private mutating func afterEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "[": state = .control
    case "]", "P", "X", "^", "_": state = .string
    case " "..."/", "\u{1B}": break
    case "0"..."~": state = .text
    default:
      state = .text
      return begin(scalar)
    }
    return true
  }

  private mutating func afterIntroducer(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " "..."?": return true
    case "@"..."~":
      state = .text
      return true
    default:
      state = .text
      return begin(scalar)
    }
  }

  private mutating func inString(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{07}", "\u{9C}": state = .text
    case "\u{1B}": state = .stringEscape
    case "\\" where state == .stringEscape: state = .text
    default: state = .string
    }
  }
}
