// The address of a view: everything needed to show it again comes after the `#`, so a link restores it and a reload
// loses nothing. Example: `#/play?game=chess&moves=e2e4.e7e5&black=alpha-beta:depth=4`.

/** Parses the part of an address from the `#` on. */
export function parseLink(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const values = {};
  for (const pair of query.split("&")) {
    const [name, value = ""] = pair.split(/=(.*)/s);
    if (name !== "") values[decode(name)] = decode(value);
  }
  return { view: path === "" ? "watch" : path, values };
}

/** Writes an address; empty and missing values are left out. */
export function formatLink(view, values) {
  const pairs = Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
    .map(([name, value]) => `${encode(name)}=${encode(String(value === true ? 1 : value))}`);
  return `#/${view}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}

// Spaces become underscores and harmless signs stay, so that you can read a FEN or a list of moves in the address bar.
function encode(text) {
  return encodeURIComponent(text)
    .replaceAll("_", "%5F")
    .replaceAll("%20", "_")
    .replace(/%(2F|2C|3A|3B|3D)/g, (code) => decodeURIComponent(code));
}

function decode(text) {
  const spaced = text.replaceAll("_", " ").replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
