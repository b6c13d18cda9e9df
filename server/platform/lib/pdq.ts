/**
 * PDQ, a perceptual hash: copies of a picture that were scaled, compressed or slightly changed differ in few of its 256
 * bits. After "The TMK+PDQF Video-Hashing Algorithm and the PDQ Image-Hashing Algorithm" (Facebook, 2019).
 */

export interface PdqHash {
  /** 64 hexadecimal digits. */
  readonly hash: string;
  /** From 0 to 100: how much there is to recognize. Flat pictures have low values, and their hashes mean little. */
  readonly quality: number;
}

/** Pixels in rows, three bytes each: red, green, blue. */
export interface RgbPixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The most bits by which the hashes of two copies of a picture differ, as the paper recommends. */
export const PDQ_DISTANCE_MAX = 31;
/** Hashes of pictures with less quality are not compared. */
export const PDQ_QUALITY_MIN = 50;

const GRID = 64;
const TERMS = 16;
const BOX_PASSES = 2;
const BOX_SHARE = 2 * GRID;

function toLuma({ data, width, height }: RgbPixels): Float64Array {
  const luma = new Float64Array(width * height);
  for (let i = 0; i < luma.length; i++) {
    const [r = 0, g = 0, b = 0] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]];
    luma[i] = 0.299 * r + 0.587 * g + 0.114 * b;
  }
  return luma;
}

interface Line {
  readonly start: number;
  readonly step: number;
  readonly length: number;
}

/** Averages each value of a line with those around it. At the ends the box is cut. */
function boxFilter(from: Float64Array, to: Float64Array, { start, step, length }: Line, box: number): void {
  const ahead = box >> 1;
  const behind = box - 1 - ahead;
  let [sum, count] = [0, 0];
  for (let i = -ahead; i < length; i++) {
    const [entering, leaving] = [i + ahead, i - behind - 1];
    if (entering < length) {
      sum += from[start + entering * step] as number;
      count++;
    }
    if (leaving >= 0) {
      sum -= from[start + leaving * step] as number;
      count--;
    }
    if (i >= 0) to[start + i * step] = sum / count;
  }
}

/** Smooths by box filters along the rows and the columns, twice (Jarosz). */
function smooth(luma: Float64Array, width: number, height: number): void {
  const other = new Float64Array(luma.length);
  const [rowBox, columnBox] = [Math.ceil(width / BOX_SHARE), Math.ceil(height / BOX_SHARE)];
  for (let pass = 0; pass < BOX_PASSES; pass++) {
    for (let y = 0; y < height; y++) boxFilter(luma, other, { start: y * width, step: 1, length: width }, rowBox);
    for (let x = 0; x < width; x++) boxFilter(other, luma, { start: x, step: width, length: height }, columnBox);
  }
}

function decimate(luma: Float64Array, width: number, height: number): Float64Array {
  const grid = new Float64Array(GRID * GRID);
  for (let i = 0; i < GRID; i++) {
    const row = Math.floor(((i + 0.5) * height) / GRID);
    for (let j = 0; j < GRID; j++) {
      grid[i * GRID + j] = luma[row * width + Math.floor(((j + 0.5) * width) / GRID)] as number;
    }
  }
  return grid;
}

/** Sums the steps between neighbors, in whole percent of the range of luma. */
function measureQuality(grid: Float64Array): number {
  const at = (i: number, j: number) => grid[i * GRID + j] as number;
  const step = (one: number, other: number) => Math.abs(Math.trunc(((one - other) * 100) / 255));
  let sum = 0;
  for (let i = 0; i < GRID; i++) {
    for (let j = 0; j < GRID; j++) {
      if (i + 1 < GRID) sum += step(at(i, j), at(i + 1, j));
      if (j + 1 < GRID) sum += step(at(i, j), at(i, j + 1));
    }
  }
  return Math.min(100, Math.trunc(sum / 90));
}

/** The cosines of the terms 1 to 16. The term 0, the brightness, is left out. */
const COSINES = Array.from({ length: TERMS }, (_, term) =>
  Float64Array.from(
    { length: GRID },
    (_, j) => Math.sqrt(2 / GRID) * Math.cos((Math.PI / 2 / GRID) * (term + 1) * (2 * j + 1)),
  ),
);

/** The 16 × 16 lowest terms of the discrete cosine transform. */
function transform(grid: Float64Array): Float64Array {
  const half = new Float64Array(TERMS * GRID);
  COSINES.forEach((cosines, i) => {
    for (let j = 0; j < GRID; j++) {
      let sum = 0;
      for (let k = 0; k < GRID; k++) sum += (cosines[k] as number) * (grid[k * GRID + j] as number);
      half[i * GRID + j] = sum;
    }
  });
  const terms = new Float64Array(TERMS * TERMS);
  for (let i = 0; i < TERMS; i++) {
    COSINES.forEach((cosines, j) => {
      let sum = 0;
      for (let k = 0; k < GRID; k++) sum += (half[i * GRID + k] as number) * (cosines[k] as number);
      terms[i * TERMS + j] = sum;
    });
  }
  return terms;
}

/** Hashes a picture. A side of more than some 1,000 pixels takes time and changes nothing: scale it before. */
export function hashPicture(pixels: RgbPixels): PdqHash {
  const { width, height } = pixels;
  const luma = toLuma(pixels);
  smooth(luma, width, height);
  const grid = decimate(luma, width, height);
  const terms = transform(grid);
  const median = terms.toSorted()[terms.length / 2 - 1] as number;
  // The first term is the lowest bit, which is the last digit's.
  const bits = Array.from(terms, (term) => (term > median ? "1" : "0")).reverse();
  const digits = Array.from({ length: bits.length / 4 }, (_, i) =>
    Number.parseInt(bits.slice(4 * i, 4 * i + 4).join(""), 2).toString(16),
  );
  return { hash: digits.join(""), quality: measureQuality(grid) };
}

export function countDifferentBits(one: string, other: string): number {
  let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  let count = 0;
  for (; differing > 0n; differing &= differing - 1n) count++;
  return count;
}
