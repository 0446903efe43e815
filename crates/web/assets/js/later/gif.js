// Writes an animated GIF: a palette, and for each frame the part that has changed, compressed with LZW.

/** The codes for reset and end, and the first free one. */
const [CLEAR, END, FREE] = [256, 257, 258];
/** A code has at most 12 bits. */
const FULL = 4096;
const two = (number) => [number & 255, number >> 8];
const text = (letters) => Array.from(letters, (letter) => letter.charCodeAt(0));

/** An animation that repeats; a frame has an index of the palette for each pixel. */
export class Gif {
  /** `palette` has up to 256 colors as `[red, green, blue]`. */
  constructor(width, height, palette) {
    const colors = Array.from({ length: 256 }, (_, index) => palette[index] ?? [0, 0, 0]).flat();
    Object.assign(this, { width, height, before: null });
    this.parts = [text("GIF89a"), two(width), two(height), [0xf7, 0, 0], colors, [0x21, 0xff, 11], text("NETSCAPE2.0"), [3, 1, 0, 0, 0]];
  }

  /** Adds a frame that is shown for some hundredths of a second. */
  add(pixels, delay) {
    const { left, top, width, height } = this.changed(pixels);
    const part = new Uint8Array(width * height);
    for (let row = 0; row < height; row += 1) {
      const from = (top + row) * this.width + left;
      part.set(pixels.subarray(from, from + width), row * width);
    }
    this.parts.push([0x21, 0xf9, 4, 4], two(delay), [0, 0, 0x2c], ...[left, top, width, height].map(two), [0, 8], ...blocks(compressed(part)), [0]);
    this.before = pixels;
  }

  /** The smallest rectangle that contains every changed pixel; at least one pixel. */
  changed(pixels) {
    if (!this.before) return { left: 0, top: 0, width: this.width, height: this.height };
    let [left, top, right, bottom] = [this.width - 1, this.height - 1, 0, 0];
    for (let place = 0; place < pixels.length; place += 1) {
      if (pixels[place] === this.before[place]) continue;
      const [x, y] = [place % this.width, Math.floor(place / this.width)];
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
    return left > right ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left + 1, height: bottom - top + 1 };
  }

  /** The whole file. */
  end() {
    return new Blob([...this.parts, [0x3b]].map((part) => Uint8Array.from(part)), { type: "image/gif" });
  }
}

/** Bytes in blocks of at most 255, each after its length. */
function blocks(bytes) {
  const count = Math.ceil(bytes.length / 255);
  return Array.from({ length: count }, (_, index) => bytes.slice(255 * index, 255 * index + 255)).flatMap((block) => [[block.length], block]);
}

/** Codes for ever longer runs of pixels, with as many bits as the largest code so far needs. */
function compressed(pixels) {
  const bytes = [];
  const codes = new Map();
  let [bits, count, size, next] = [0, 0, 9, FREE];
  const put = (code) => {
    bits |= code << count;
    for (count += size; count >= 8; count -= 8) {
      bytes.push(bits & 255);
      bits >>>= 8;
    }
  };
  put(CLEAR);
  let run = pixels[0];
  for (const pixel of pixels.subarray(1)) {
    const longer = (run << 8) | pixel;
    const known = codes.get(longer);
    if (known !== undefined) {
      run = known;
      continue;
    }
    put(run);
    if (next === FULL) {
      put(CLEAR);
      codes.clear();
      [size, next] = [9, FREE];
    } else {
      if (next === 1 << size) size += 1;
      codes.set(longer, next);
      next += 1;
    }
    run = pixel;
  }
  put(run);
  put(END);
  return [...bytes, bits];
}
