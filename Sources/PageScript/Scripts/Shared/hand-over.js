/**
 * What the worlds of one window name things by: `name` stands in the names of events, `key` is the name of a property of
 * `location`. Both are made of the host's secret and the site, so that a page that learns them learns nothing of other sites and
 * cannot be told by them; neither tells the other. Empty where no site is known: nothing is handed over there.
 *
 * It is all done without a method. WebKit keeps the window of a frame that is still empty for the page that comes into it, and the
 * page around it may have replaced all methods in it before any script of ours runs.
 * @param {string} secret
 * @returns {{name: string, key: string}}
 */
function secretsOfSite(secret) {
  const site = siteOfWindow();
  if (site === "") {
    return { __proto__: null, name: "", key: "" };
  }
  const alphabet = "0123456789-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.:/[]%";
  const places = { __proto__: null };
  for (let i = 0; i < alphabet.length; i += 1) {
    places[alphabet[i]] = i + 1;
  }
  // The rounds of SipHash with words of 32 bits: from what comes out nothing can be reckoned back.
  let a = 0x736f6d65, b = 0x646f7261, c = 0x6c796765, d = 0x74656462;
  const turn = (/** @type {number} */ rounds) => {
    for (let i = 0; i < rounds; i += 1) {
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
    }
  };
  let text = secret + " " + site;
  // A letter that is not there would be looked for in a prototype.
  while (text.length % 4 !== 0) {
    text += " ";
  }
  const place = (/** @type {string} */ letter) => places[letter] ?? 0;
  for (let i = 0; i < text.length; i += 4) {
    const four = place(text[i]) | place(text[i + 1]) << 8 | place(text[i + 2]) << 16 | place(text[i + 3]) << 24;
    d ^= four;
    turn(1);
    a ^= four;
  }
  c ^= 0xff;
  const word = () => {
    turn(4);
    return ((b ^ d) >>> 0) + "";
  };
  return { __proto__: null, name: "n" + word() + "-" + word(), key: "_" + word() + word() };
}

/**
 * The origin of the window, or of the nearest frame around it that has one; "" for none. A page cannot change what is read here:
 * `location` and what it has are no property of a prototype, and the spread takes own properties alone.
 */
function siteOfWindow() {
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
 * The events with which the two worlds find each other, all of them on the document: `calls` carries what is to be run,
 * and is cancelled by who takes it; `here` says "I am here"; `failed` carries a request of the page's scripts that has failed;
 * `property` asks which elements have a property.
 * @param {string} name of ``secretsOfSite``
 */
function handOverEvents(name) {
  return { __proto__: null, calls: name, here: name + "!", failed: name + "-", property: name + "=" };
}

/**
 * Whether the host has put its secret in the place of the word that stands for it. Without one a page could guess the
 * names of the events, so that nothing is done.
 * @param {string} secret
 */
function isSecret(secret) {
  return secret.length > 15 && secret !== "__SLUICE_" + "SECRET__";
}
