import Digests
import Foundation

/// Arrow keys, and a swipe over the picture, lead to the photos before and after, and Escape to the list. Every link works
/// without it.
enum KeyScript {
  private static let text: Markup = """
    const go=(r,e)=>{const a=r&&document.querySelector(`main a[rel~=${r}]`);if(a){e.preventDefault();location.href=a.href}};\
    addEventListener("keydown",e=>{if(e.altKey||e.ctrlKey||e.metaKey||e.shiftKey||e.target.closest("video,summary"))return;\
    go({ArrowLeft:"prev",ArrowRight:"next",Escape:"up"}[e.key],e)});\
    let p;const f=document.querySelector("figure");if(f){\
    f.addEventListener("touchstart",e=>{p=e.touches.length==1?e.touches[0]:null},{passive:true});\
    f.addEventListener("touchend",e=>{if(!p)return;const t=e.changedTouches[0],x=t.clientX-p.clientX,y=t.clientY-p.clientY;p=null;\
    if(Math.abs(x)>60&&Math.abs(x)>2*Math.abs(y)&&!(visualViewport&&visualViewport.scale>1))go(x<0?"next":"prev",e)})}
    """

  static let element: Markup = "<script>\(text)</script>\n"

  /// Of the script, for the page's policy (CSP 3, section 2.3.1).
  static let digest = Data(DigestAlgorithm.sha256.digest(of: text.bytes)).base64EncodedString()
}
