// Decodes texts. A case is {"label": text, "texts": [base64, …]}; of each comes {"encoding": text, "texts": [text, …]}: the name of the
// encoding and the texts as the engine reads them.
const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
return cases.map(({ label, texts }) => ({
  encoding: new TextDecoder(label).encoding,
  // A decoder keeps what a text ended in for the next one.
  texts: texts.map((text) => new TextDecoder(label).decode(bytes(text))),
}));
