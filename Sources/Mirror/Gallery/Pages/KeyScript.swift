import Digests
import Foundation

/// Arrow keys lead to the photos before and after, and Escape to the list. Every link works without it.
enum KeyScript {
  private static let text: Markup = """
    addEventListener("keydown",e=>{if(e.altKey||e.ctrlKey||e.metaKey||e.shiftKey||e.target.closest("video,summary"))return;\
    const r={ArrowLeft:"prev",ArrowRight:"next",Escape:"up"}[e.key],\
    a=r&&document.querySelector(`main a[rel~=${r}]`);if(a){e.preventDefault();location.href=a.href}})
    """

  static let element: Markup = "<script>\(text)</script>\n"

  /// Of the script, for the page's policy (CSP 3, section 2.3.1).
  static let digest = Data(DigestAlgorithm.sha256.digest(of: text.bytes)).base64EncodedString()
}
