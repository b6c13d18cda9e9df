import sharp from "sharp";

/** Reads QR codes as a phone does, but upright ones of up to version 6 without damage. */

/** Codewords of all blocks, by version. */
const CODEWORDS = [0, 26, 44, 70, 100, 134, 172];
/** Number of blocks, and how many codewords of each correct errors: by the level's two bits, then by version. */
const BLOCKS: readonly (readonly (readonly [count: number, correcting: number])[])[] = [
  [
    [0, 0],
    [1, 10],
    [1, 16],
    [1, 26],
    [2, 18],
    [2, 24],
    [4, 16],
  ],
  [
    [0, 0],
    [1, 7],
    [1, 10],
    [1, 15],
    [1, 20],
    [1, 26],
    [2, 18],
  ],
  [
    [0, 0],
    [1, 17],
    [1, 28],
    [2, 22],
    [4, 16],
    [4, 22],
    [4, 28],
  ],
  [
    [0, 0],
    [1, 13],
    [1, 22],
    [2, 18],
    [2, 26],
    [4, 18],
    [4, 24],
  ],
];
const FORMAT_MASK = 0x5412;

const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

type IsDark = (x: number, y: number) => boolean;

/** Whether a module belongs to the patterns around the data. */
function isPattern(x: number, y: number, size: number): boolean {
  const isCorner = (x < 9 && y < 9) || (x > size - 9 && y < 9) || (x < 9 && y > size - 9);
  const isAlignment = size > 21 && Math.abs(x - (size - 7)) < 3 && Math.abs(y - (size - 7)) < 3;
  return isCorner || isAlignment || x === 6 || y === 6;
}

/** The level of correction and the mask. */
function readFormat(isDark: IsDark) {
  const column = [0, 1, 2, 3, 4, 5, 7, 8].map((y) => isDark(8, y));
  const row = [7, 5, 4, 3, 2, 1, 0].map((x) => isDark(x, 8));
  const bits = [...column, ...row].reduce((sum, dark, i) => sum | (Number(dark) << i), 0) ^ FORMAT_MASK;
  return { level: bits >> 13, mask: MASKS[(bits >> 10) & 7] ?? (() => 1) };
}

/** The codewords in the order in which they are written: upwards and downwards in columns of two, from the right. */
function readCodewords(isDark: IsDark, size: number, mask: (x: number, y: number) => number): number[] {
  const bits: number[] = [];
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1])
        if (!isPattern(x, y, size)) bits.push(Number(isDark(x, y) !== (mask(x, y) === 0)));
    }
  }
  const byte = (i: number) => bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0);
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => byte(i));
}

function readText(isDark: IsDark, size: number): string {
  const version = (size - 17) / 4;
  const { level, mask } = readFormat(isDark);
  const [count, correcting] = BLOCKS[level]?.[version] ?? [0, 0];
  const total = CODEWORDS[version] ?? 0;
  if (count === 0) throw new Error(`A QR code of version ${version} cannot be read`);
  const words = readCodewords(isDark, size, mask).slice(0, total);
  // The blocks take turns. The last ones may be longer by one.
  const short = Math.floor(total / count) - correcting;
  const blocks: number[][] = Array.from({ length: count }, () => []);
  const isLong = (block: number) => block >= count - (total % count);
  let next = 0;
  for (let i = 0; i <= short; i++)
    blocks.forEach((block, at) => {
      if (i < short || isLong(at)) block.push(words[next++] ?? 0);
    });
  const bits = blocks
    .flat()
    .map((word) => word.toString(2).padStart(8, "0"))
    .join("");
  const take = (from: number, length: number) => Number.parseInt(bits.slice(from, from + length), 2);
  if (take(0, 4) !== 4) throw new Error("The QR code is not in byte mode");
  return Buffer.from(Array.from({ length: take(4, 8) }, (_, i) => take(12 + i * 8, 8))).toString();
}

/** Runs of equal modules through the middle of a corner's pattern. */
const CORNER_RUNS = [1, 1, 3, 1, 1];

/** The corner patterns in a row of pixels. */
function findCorners(row: readonly boolean[]): { readonly start: number; readonly end: number }[] {
  const edges = row.flatMap((dark, x) => (dark === row[x - 1] ? [] : [x]));
  return edges.flatMap((start, i) => {
    const ends = edges.slice(i, i + 6);
    const end = ends[5];
    if (!row[start] || end === undefined) return [];
    const unit = (end - start) / 7;
    const fits = CORNER_RUNS.every((run, at) => {
      const length = (ends[at + 1] ?? 0) - (ends[at] ?? 0);
      return Math.abs(length - run * unit) <= unit * 0.4;
    });
    return unit >= 2 && fits ? [{ start, end }] : [];
  });
}

export interface FoundCode {
  readonly text: string;
  /** Pixels of one module. */
  readonly unit: number;
  /** Modules of white around the code: the least of its four sides. */
  readonly quiet: number;
}

/** Finds and reads the QR code of a picture. @throws Error if there is none */
export async function readQrCode(picture: Buffer): Promise<FoundCode> {
  const { data, info } = await sharp(picture)
    .flatten({ background: "#fff" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isInk = (x: number, y: number) =>
    x >= 0 && x < info.width && (data[(y * info.width + x) * info.channels] ?? 255) < 128;
  for (let y = 0; y < info.height; y++) {
    const row = Array.from({ length: info.width }, (_, x) => isInk(x, y));
    // The data between two corner patterns may look like another.
    const corners = findCorners(row);
    const [left, right] = [corners.at(0), corners.at(-1)];
    if (!left || !right || left === right) continue;
    const middle = Math.floor((left.start + left.end) / 2);
    const column = Array.from({ length: info.height }, (_, line) => isInk(middle, line));
    const upper = findCorners(column).find(({ start, end }) => start <= y && y < end);
    if (!upper) continue;
    const width = right.end - left.start;
    const version = Math.round(((width * 7) / (left.end - left.start) - 17) / 4);
    const size = 17 + 4 * version;
    // Of the whole width, because an error of half a pixel in a corner would be modules at the other side.
    const unit = width / size;
    const top = upper.start;
    const isDark: IsDark = (column, line) =>
      isInk(Math.floor(left.start + (column + 0.5) * unit), Math.floor(top + (line + 0.5) * unit));
    const isClear = (distance: number) =>
      Array.from({ length: size }, (_, i) => [
        isDark(i, -distance),
        isDark(i, size - 1 + distance),
        isDark(-distance, i),
        isDark(size - 1 + distance, i),
      ]).every((sides) => !sides.includes(true));
    let quiet = 0;
    while (quiet < 8 && isClear(quiet + 1)) quiet++;
    return { text: readText(isDark, size), unit, quiet };
  }
  throw new Error("The picture has no QR code");
}
