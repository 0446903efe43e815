// The text of a file: UTF-8, or one of the older encodings, of which PGN's standard names Latin-1.

/** The encodings to choose from, with the languages that use them; the first is tried for a file that isn't UTF-8. */
export const ENCODINGS = [
  ["windows-1252", "Western European (windows-1252)"],
  ["windows-1250", "Central European (windows-1250)"],
  ["iso-8859-2", "Central European (ISO 8859-2)"],
  ["windows-1251", "Cyrillic (windows-1251)"],
  ["koi8-r", "Cyrillic (KOI8-R)"],
  ["windows-1253", "Greek (windows-1253)"],
  ["windows-1254", "Turkish (windows-1254)"],
];

/** The byte order marks of UTF-16. */
const MARKS = { "255,254": "utf-16le", "254,255": "utf-16be" };

/** The text of some bytes, and its encoding unless that is certain. */
export function decoded(bytes, encoding = null) {
  const marked = MARKS[new Uint8Array(bytes.slice(0, 2)).join()];
  if (marked) return { text: new TextDecoder(marked).decode(bytes), encoding: null };
  if (encoding) return { text: new TextDecoder(encoding).decode(bytes), encoding };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: null };
  } catch {
    return decoded(bytes, ENCODINGS[0][0]);
  }
}
