// Splits a PGN file into its games, so that a file of any size is listed at once and only the opened game is parsed.

const TAG = /^\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/;

/** The games of a file: `{ text, tags, line }`, with the tags as `[name, value]` in order, and the line where a game begins. */
export function splitPgn(file) {
  const games = [];
  let lines = [];
  let tags = [];
  let [isBegun, hasMoves] = [false, false];
  let isComment = false;
  let read = 0;
  const finish = () => {
    const whole = lines.join("");
    const text = whole.trim();
    const line = read - lines.length + lines.findIndex((each) => each.trim() !== "") + 1;
    // A comment before the first tag is about the file.
    if (hasMoves || tags.length > 0) games.push({ text: text + (whole.includes("\r\n") ? "\r\n" : "\n"), tags, line });
    [lines, tags, isBegun, hasMoves] = [[], [], false, false];
  };
  for (const whole of file.replace(/^\uFEFF/, "").match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g) ?? []) {
    const line = whole.trimEnd();
    const isTag = !isComment && line.startsWith("[");
    if (isTag && isBegun) finish();
    lines.push(whole);
    read += 1;
    const [, name, value] = (isTag && line.match(TAG)) || [];
    if (name) tags.push([name, value.replace(/\\(.)/g, "$1")]);
    if (isTag || line.startsWith("%")) continue;
    // A comment in braces may go on; a semicolon makes a comment of the rest of its line.
    for (const sign of line) {
      if (isComment) isComment = sign !== "}";
      else if (sign === ";") break;
      else if (sign === "{") isBegun = isComment = true;
      else if (sign.trim() !== "") isBegun = hasMoves = true;
    }
  }
  finish();
  return games;
}

/** A game's text without its variations. */
export function mainLine(text) {
  let depth = 0;
  const parts = text.match(/^\[[^\n]*|\{[^}]*\}|;[^\n]*|[()]|[^(){;[]+|[^]/gm);
  return (parts ?? []).filter((part) => {
    if (part === "(") depth += 1;
    const isMain = depth === 0;
    if (part === ")") depth = Math.max(0, depth - 1);
    return isMain && part !== ")";
  }).join("");
}

/** A game in a list: `Carlsen – Caruana, 1-0, Baku 2023`. */
export function titleOf(tags) {
  const { White = "?", Black = "?", Result = "*", Event = "?", Date: date = "?" } = Object.fromEntries(tags);
  const year = date.match(/^\d{4}/)?.[0];
  const place = [Event === "?" ? null : Event, year].filter(Boolean).join(" ");
  return [`${White} – ${Black}`, Result === "*" ? null : Result, place].filter(Boolean).join(", ");
}

/** The commands for programs in comments, in their order. */
export const commandsOf = (texts) => texts.flatMap((text) => text.match(/\[%[^\]]*\]/g) ?? []);

/** The text of a comment without the commands for programs, such as `[%clk 0:05:00]`. */
export const shownComment = (text) => text.replace(/\[%[^\]]*\]\s*/g, "").trim();
