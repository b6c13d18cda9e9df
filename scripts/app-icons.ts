import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/**
 * Draws the icons of `manifest.webmanifest` and of home screens into `web/public/app`. Run it after changing the
 * symbol.
 */

const OUT = join(import.meta.dirname, "../web/public/app");
const BRAND = "#d81e46";
const DARK = "#14171a";
const WHITE = "#ffffff";

const UPPER = "M429.8 124A140 140 0 1 0 429.8 192H294A34 34 0 0 1 294 124Z";
const LOWER =
  "M349.5 305.9A140 140 0 0 1 82.2 388H218A34 34 0 0 0 218 320H82.2A140 140 0 0 1 153.3 229.9A158 158 0 0 0 349.5 305.9Z";

/** On a square of 512. @param share of the square's width */
const symbol = (share: number, upper: string, lower: string) =>
  `<g transform="translate(256 256) scale(${share}) translate(-256 -256)"><path fill="${upper}" d="${UPPER}"/><path fill="${lower}" d="${LOWER}"/></g>`;

const tile = (radius: number) => `<rect width="512" height="512" rx="${radius}" fill="${BRAND}"/>`;

const shortcut = (lines: string) =>
  `${tile(112)}<g fill="none" stroke="${WHITE}" stroke-width="34" stroke-linecap="round" stroke-linejoin="round">${lines}</g>`;

const DRAWINGS: readonly (readonly [file: string, size: number, drawing: string])[] = [
  ["icon-192.png", 192, tile(112) + symbol(0.78, WHITE, DARK)],
  ["icon-512.png", 512, tile(112) + symbol(0.78, WHITE, DARK)],
  // Launchers crop these icons. The safe zone is the middle four fifths.
  ["maskable-192.png", 192, tile(0) + symbol(0.64, WHITE, DARK)],
  ["maskable-512.png", 512, tile(0) + symbol(0.64, WHITE, DARK)],
  ["monochrome-512.png", 512, symbol(0.7, WHITE, WHITE)],
  ["apple-touch-icon.png", 180, tile(0) + symbol(0.7, WHITE, DARK)],
  [
    "shortcut-browse.png",
    96,
    shortcut(
      '<rect x="146" y="112" width="220" height="288" rx="44"/><circle cx="256" cy="226" r="42"/><path d="M196 336q60-56 120 0"/>',
    ),
  ],
  ["shortcut-crushes.png", 96, shortcut('<circle cx="206" cy="256" r="92"/><circle cx="306" cy="256" r="92"/>')],
  [
    "shortcut-messages.png",
    96,
    shortcut(
      '<path d="M120 152a40 40 0 0 1 40-40h192a40 40 0 0 1 40 40v144a40 40 0 0 1-40 40H244l-76 68v-68h-8a40 40 0 0 1-40-40z"/><path d="M180 226h36l24-46 32 92 24-46h36"/>',
    ),
  ],
];

mkdirSync(OUT, { recursive: true });
for (const [file, size, drawing] of DRAWINGS) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="${size}" height="${size}">${drawing}</svg>`;
  await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toFile(join(OUT, file));
}
