// Text in a link: compressed, and written with characters an address may have.

/** Packs a text. */
export async function pack(text) {
  const bytes = await through(new Blob([text]), new CompressionStream("deflate-raw"));
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "~").replace(/=+$/, "");
}

/** Unpacks text from `pack`; fails on anything else. */
export async function unpack(packed) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("~", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(new Blob([bytes]), new DecompressionStream("deflate-raw")));
}

const through = (blob, stream) => new Response(blob.stream().pipeThrough(stream)).arrayBuffer();
