// Text in a link: compressed, and written with characters an address may have.

/** A link unpacks to at most this many bytes: a few letters may stand for gigabytes. */
const MOST = 1_000_000;

/** Packs a text. */
export async function pack(text) {
  const bytes = await through(new Blob([text]), new CompressionStream("deflate-raw"));
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "~").replace(/=+$/, "");
}

/** Unpacks text from `pack`; fails on anything else, and on too much. */
export async function unpack(packed) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("~", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(new Blob([bytes]), new DecompressionStream("deflate-raw"), limit(MOST)));
}

const through = (blob, ...streams) => new Response(streams.reduce((from, stream) => from.pipeThrough(stream), blob.stream())).arrayBuffer();

/** A stream that fails after this many bytes. */
function limit(left) {
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) throw new Error("the link is too long when unpacked");
      controller.enqueue(chunk);
    },
  });
}
