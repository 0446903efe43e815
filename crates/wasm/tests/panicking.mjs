/**
 * The bytes of a WebAssembly module with the imports and exports of plywood. It answers requests by `GET` with an empty object, and panics
 * with this message at all others.
 */
export function panicking(message) {
  const text = (text) => [...counted([...Buffer.from(text)])];
  const counted = (items) => [items.length, ...items.flat()];
  const section = (id, items) => [id, ...counted(counted(items).flat())];
  const I32 = 0x7f;
  const types = [
    [0x60, ...counted([]), ...counted([])],
    [0x60, ...counted([I32]), ...counted([I32])],
    [0x60, ...counted([I32, I32, I32, I32]), ...counted([])],
  ];
  const constant = (number) => [0x41, number];
  const data = `panicanswer{}${message}`;
  const send = (name, length, place, size) => [...[name, length, place, size].flatMap(constant), 0x10, 0];
  // Functions: 0 is `send`, then `start`, `request` and `answer`. A request is written to byte 64.
  const bodies = [
    [0x0b],
    [0x41, 0xc0, 0x00, 0x0b],
    [
      // Its first letter is G.
      ...[0x41, 0xc0, 0x00, 0x2d, 0, 0, 0x41, 0xc7, 0x00, 0x46, 0x04, 0x40],
      ...send(5, 6, 11, 2),
      0x05,
      ...send(0, 5, 13, message.length),
      ...[0x00, 0x0b, 0x0b],
    ],
  ];
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(2, [[...text("plywood"), ...text("send"), 0, 2]]),
    ...section(3, [0, 1, 0]),
    ...section(5, [[0, 1]]),
    ...section(7, [
      [...text("memory"), 2, 0],
      [...text("start"), 0, 1],
      [...text("request"), 0, 2],
      [...text("answer"), 0, 3],
    ]),
    ...section(10, bodies.map((body) => counted([0, ...body]))),
    ...section(11, [[0, 0x41, 0, 0x0b, ...text(data)]]),
  ]);
}
