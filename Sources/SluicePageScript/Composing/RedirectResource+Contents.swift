import SluiceConversion
import SluiceText

extension RedirectResource {
  /// The content of the file.
  public var contents: [UInt8] {
    switch self {
    case .script: text("")
    case .text: []
    case .json: Array("{}\n".utf8)
    case .style: Array("/* empty */\n".utf8)
    case .page: Array("<!DOCTYPE html>\n<title></title>\n".utf8)
    case .pixel:
      Self.bytes("47494638396101000100800000000000FFFFFF21F90401000000002C00000000010001000002024401003B")
    case .pixels2: Self.png(size: "0000000200000002", sum: "48789F67", data: Self.smallPixels)
    case .pixels3: Self.png(size: "0000000300000002", sum: "A7BAF459", data: Self.smallPixels)
    case .pixels32:
      Self.png(
        size: "0000002000000020", sum: "49B4E8B7",
        data: "0000000C4944415478DA636018DC000000A000018EFBB1B4")
    case .sound: Self.silence
    case .video: EmptyVideo.contents
    case .vast2: Array("<VAST version=\"2.0\"></VAST>\n".utf8)
    case .vast3: Array("<VAST version=\"3.0\"></VAST>\n".utf8)
    case .vast4: Array("<VAST version=\"4.0\"></VAST>\n".utf8)
    case .vmap:
      Array(
        "<vmap:VMAP xmlns:vmap=\"http://www.iab.net/videosuite/vmap\" version=\"1.0\"></vmap:VMAP>\n".utf8)
    case .amazonBids, .fingerprint2, .fingerprint3, .analytics, .publisherTags, .videoAds, .adblockDetector,
      .blockAdblock, .popads:
      scriptlet
    case .tagManager:
      text(
        """
        (() => {
          const layer = (window.dataLayer ??= []);
          const done = (entry) => {
            const callback = entry?.eventCallback;
            if (typeof callback === "function") setTimeout(callback, 0);
          };
          layer.hide?.end?.();
          if (!Array.isArray(layer)) return;
          layer.forEach(done);
          const push = layer.push;
          layer.push = function (...entries) {
            entries.forEach(done);
            return push.apply(this, entries);
          };
        })();

        """)
    case .googleAds:
      text(
        """
        (() => {
          window.adsbygoogle = { loaded: true, push() {} };
          for (const slot of document.querySelectorAll("ins.adsbygoogle")) {
            slot.dataset.adsbygoogleStatus = "done";
            slot.dataset.adStatus = "unfilled";
          }
        })();

        """)
    case .amazonAds:
      text(
        """
        (() => {
          const done = (...values) => {
            for (const value of values) if (typeof value === "function") setTimeout(value, 0);
          };
          const ads = new Proxy(
            { getTokens: () => [], hasAds: () => false, hasRTB: () => false },
            { get: (known, name) => known[name] ?? done },
          );
          Object.assign(window, { amznads: ads, amzn_ads: done, aax_write: done, aax_render_ad: done });
        })();

        """)
    case .formerAnalytics:
      text(
        """
        (() => {
          const known = {
            _getLinkerUrl: (url) => url,
            _link: (url) => void location.assign(url),
            _set: (name, value) => {
              if (name === "hitCallback" && typeof value === "function") setTimeout(value, 0);
            },
          };
          const tracker = new Proxy(known, { get: (known, name) => known[name] ?? (() => {}) });
          const run = (command) => {
            if (typeof command === "function") return void command();
            if (!Array.isArray(command)) return;
            const name = String(command[0]).split(".").pop();
            tracker[name](...command.slice(1));
          };
          const waiting = window._gaq;
          window._gaq = { push: (...commands) => (commands.forEach(run), 0), _createAsyncTracker: () => tracker };
          const create = () => tracker;
          window._gat = { _anonymizeIp() {}, _createTracker: create, _getTracker: create, _getTrackerByName: create };
          if (Array.isArray(waiting)) waiting.forEach(run);
        })();

        """)
    case .experiments:
      text(
        """
        window.cxApi = {
          ORIGINAL_VARIATION: 0,
          NO_CHOSEN_VARIATION: -1,
          NOT_PARTICIPATING: -2,
          chooseVariation: () => 0,
          getChosenVariation: () => 0,
          setAllowHash() {},
          setChosenVariation() {},
          setCookiePath() {},
          setDomainName() {},
        };

        """)
    case .videoAdsAllowed: text("window.google_ad_status = 1;\n")
    case .comscore: text("window.COMSCORE = { beacon() {}, purge() {} };\n")
    case .outbrain:
      text("window.OBR = { extern: new Proxy({}, { get: () => () => {} }) };\n")
    case .adsAllowed: text("window.canRunAds = true;\nwindow.isAdBlockActive = false;\n")
    }
  }

  private func text(_ script: String) -> [UInt8] { Array("\(PageScript.firstLine)\n\(script)".utf8) }

  /// The scriptlet with the name of the file as a script of its own.
  private var scriptlet: [UInt8] {
    var composer = ScriptComposer()
    composer.add(rawValue)
    let name = rawValue.utf8.dropLast(3).map { $0 == ASCII.dash ? ASCII.underscore : $0 }
    let calls = (["captureNatives"] + composer.captures).map { "\($0)();\n" }.joined()
    return composer.script(last: Array("\(calls)scriptlet_".utf8) + name + Array("(undefined, []);".utf8))
  }

  private static let smallPixels = "0000000C4944415478DA63606060000000040001C8EAEBF9"

  /// Returns a PNG image of transparent pixels.
  private static func png(size: String, sum: String, data: String) -> [UInt8] {
    bytes(
      "89504E470D0A1A0A0000000D49484452\(size)0103000000\(sum)00000003504C5445000000A77A3DDA0000000174524E530040E6D866"
        + "\(data)0000000049454E44AE426082")
  }

  /// Four frames of MPEG audio, layer 3, with 26 ms each: a header, and no sound in the rest.
  private static var silence: [UInt8] {
    let frame: [UInt8] = [0xFF, 0xFB, 0x10, 0xC4] + [UInt8](repeating: 0, count: 100)
    return frame + frame + frame + frame
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      digits[$0].hexDigitValue << 4 | digits[$0 + 1].hexDigitValue
    }
  }
}
