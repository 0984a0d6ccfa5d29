#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A script that runs in each document of a page and reports requests and visible elements. It runs in an
/// isolated world, so the page cannot see it.
struct FrameScript {
  /// The name of the script's world and of the message handler in that world.
  static let world = "sluice"

  let text: String

  /// - Parameters:
  ///   - selectors: The selectors whose visibility is reported.
  ///   - readsDocuments: Whether documents are reported whenever they have changed.
  ///   - tellsErrors: Whether errors are reported: script errors and elements that failed to load.
  init(selectors: [String], readsDocuments: Bool, tellsErrors: Bool) throws(BrowserProblem) {
    let json: String
    do {
      json = String(decoding: try JSONEncoder().encode(selectors), as: UTF8.self)
    } catch {
      throw .died("cannot write the selectors: \(error)")
    }
    text = """
      (() => {
        const selectors = \(json);
        const frame = location.href;
        const post = message => webkit.messageHandlers.\(Self.world).postMessage(JSON.stringify(message));
        const tell = entry => ({
          url: entry.name, initiator: entry.initiatorType, start: performance.timeOrigin + entry.startTime,
          duration: entry.duration, size: entry.transferSize, status: entry.responseStatus
        });
        new PerformanceObserver(list => post({frame, loads: list.getEntries().map(tell)}))
          .observe({type: 'resource', buffered: true});
        if (\(tellsErrors)) {
          addEventListener('error', event => {
            const {target} = event;
            if (event instanceof ErrorEvent) {
              const place = event.filename ? `${event.filename}:${event.lineno}:${event.colno}: ` : '';
              post({frame, error: place + event.message});
            } else if (target instanceof Element) {
              const url = target.currentSrc || target.src || target.href || target.data;
              if (url) post({frame, failed: String(url)});
            }
          }, true);
          addEventListener('unhandledrejection', () => post({frame, error: 'Unhandled Promise Rejection'}));
        }
        const canBeSeen = element =>
          getComputedStyle(element).visibility === 'visible'
          && [...element.getClientRects()].some(box => box.width > 0 && box.height > 0);
        const look = selector => {
          try { return [...document.querySelectorAll(selector)].some(canBeSeen); } catch { return false; }
        };
        const number = Math.random();
        let last = '';
        const tellVisible = () => {
          const visible = selectors.map(look);
          if (String(visible) === last) return;
          last = String(visible);
          post({frame, number, visible});
        };
        if (selectors.length) { setInterval(tellVisible, 50); addEventListener('load', tellVisible); }
        let text = '';
        const read = () => {
          const root = document.documentElement;
          const now = root ? (document.doctype ? '<!doctype html>' : '') + root.outerHTML : '';
          if (now !== text) post({frame, number, isTop: self === top, html: text = now});
        };
        // Also report after the load event, so that the page does not count as finished before, even on slow
        // machines.
        if (\(readsDocuments)) { setInterval(read, 200); addEventListener('load', read); }
      })()
      """
  }
}
