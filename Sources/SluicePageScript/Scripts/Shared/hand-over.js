/**
 * Returns the names by which the worlds of a window find each other. `name` is part of the names of events,
 * and `key` is the name of a property of `location`. Both are derived from the host app's secret and the
 * site, so a page that learns them learns nothing about other sites, and cannot be recognized by them.
 * Neither reveals the other. Both are empty if the site is unknown, and then nothing is handed over.
 *
 * This function calls no methods. WebKit keeps the window of an empty frame for the page that is loaded into
 * it, and the page around the frame may have replaced all methods in the window before any of these scripts
 * runs.
 * @param {string} site the result of ``siteOfWindow``
 * @returns {{name: string, key: string}}
 */
function secretsOfSite(secret, site) {
  if (site === "") {
    return { __proto__: null, name: "", key: "" };
  }
  // A variant of SipHash with 32-bit words, which cannot be inverted. It is a single loop, because WebKit
  // compiles functions that run often, again in each frame: a function for each round would be called often
  // enough.
  const text = secret + " " + site;
  const length = text.length + (4 - text.length % 4) % 4;
  const words = { __proto__: null };
  let a = 0x736f6d65, b = 0x646f7261, c = 0x6c796765, d = 0x74656462;
  let four = 0;
  for (let i = 0; i < length + 64; i += 1) {
    let place = 0;
    // Past the end of the text, a letter would be looked up in a prototype. WebKit creates the table for the
    // cases only once, but an object with as many properties in each frame.
    if (i < text.length) {
      switch (text[i]) {
        case "0": place = 1; break; case "1": place = 2; break; case "2": place = 3; break; case "3": place = 4; break;
        case "4": place = 5; break; case "5": place = 6; break; case "6": place = 7; break; case "7": place = 8; break;
        case "8": place = 9; break; case "9": place = 10; break; case "-": place = 11; break; case "a": place = 12; break;
        case "b": place = 13; break; case "c": place = 14; break; case "d": place = 15; break; case "e": place = 16; break;
        case "f": place = 17; break; case "g": place = 18; break; case "h": place = 19; break; case "i": place = 20; break;
        case "j": place = 21; break; case "k": place = 22; break; case "l": place = 23; break; case "m": place = 24; break;
        case "n": place = 25; break; case "o": place = 26; break; case "p": place = 27; break; case "q": place = 28; break;
        case "r": place = 29; break; case "s": place = 30; break; case "t": place = 31; break; case "u": place = 32; break;
        case "v": place = 33; break; case "w": place = 34; break; case "x": place = 35; break; case "y": place = 36; break;
        case "z": place = 37; break; case "A": place = 38; break; case "B": place = 39; break; case "C": place = 40; break;
        case "D": place = 41; break; case "E": place = 42; break; case "F": place = 43; break; case "G": place = 44; break;
        case "H": place = 45; break; case "I": place = 46; break; case "J": place = 47; break; case "K": place = 48; break;
        case "L": place = 49; break; case "M": place = 50; break; case "N": place = 51; break; case "O": place = 52; break;
        case "P": place = 53; break; case "Q": place = 54; break; case "R": place = 55; break; case "S": place = 56; break;
        case "T": place = 57; break; case "U": place = 58; break; case "V": place = 59; break; case "W": place = 60; break;
        case "X": place = 61; break; case "Y": place = 62; break; case "Z": place = 63; break; case "_": place = 64; break;
        case ".": place = 65; break; case ":": place = 66; break; case "/": place = 67; break; case "[": place = 68; break;
        case "]": place = 69; break; case "%": place = 70; break;
      }
    }
    four = (four << 8) | place;
    // Four words with four rounds each follow the text.
    if (i === length) {
      c ^= 0xff;
    }
    if (i % 4 !== 3) {
      continue;
    }
    d ^= four;
    a = (a + b) | 0;
    b = ((b << 5) | (b >>> 27)) ^ a;
    a = (a << 16) | (a >>> 16);
    c = (c + d) | 0;
    d = ((d << 8) | (d >>> 24)) ^ c;
    a = (a + d) | 0;
    d = ((d << 7) | (d >>> 25)) ^ a;
    c = (c + b) | 0;
    b = ((b << 13) | (b >>> 19)) ^ c;
    c = (c << 16) | (c >>> 16);
    a ^= four;
    if (i >= length && (i - length) % 16 === 15) {
      words[i - length] = ((b ^ d) >>> 0) + "";
    }
    four = 0;
  }
  return { __proto__: null, name: "n" + words[15] + "-" + words[31], key: "_" + words[47] + words[63] };
}

/**
 * Returns the origin of the window, or of the nearest frame around it that has one; "" if none has one. A
 * page cannot change these values: `location` and its properties are not on a prototype, and the spread takes
 * only own properties.
 * @param {Window} view
 */
function siteOfWindow({ location }) {
  if (location.origin !== "null") {
    return location.origin;
  }
  const around = { __proto__: null, ...location.ancestorOrigins };
  for (let i = 0; around[i] !== undefined; i += 1) {
    if (around[i] !== "null") {
      return around[i];
    }
  }
  return "";
}

/**
 * Returns the names of the events through which the two worlds communicate. They are dispatched on the
 * document unless stated otherwise:
 *
 * - `calls` carries the calls to run, and is canceled by their receiver
 * - `here` announces that the receiver is ready
 * - `failed` carries a failed request of the page's scripts
 * - `property`, on an element, asks whether the element has a property
 * - `sheet`, on a document or a shadow tree, announces a style sheet before all others
 * - `changed` announces changes that another world cannot see
 * @param {string} name the `name` from ``secretsOfSite``
 */
function handOverEvents(name) {
  return { __proto__: null, calls: name, here: name + "!", failed: name + "-", property: name + "=", sheet: name + "&", changed: name + "+" };
}

/**
 * Returns whether the host app has replaced the token with its secret. Without a secret, a page could guess
 * the names of the events, so nothing is done.
 * @param {string} secret
 */
function isSecret(secret) {
  return secret.length > 15 && secret !== "__SLUICE_" + "SECRET__";
}
