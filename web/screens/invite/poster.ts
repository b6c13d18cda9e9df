import { heartbeatPath } from "#web/ui/brand/beat.ts";
import type { QrPath } from "#web/ui/qr-path.ts";

/** Tokens whose colors are the same in both themes, because paper has none. */
export type Ink = "--ink" | "--chalk" | "--brand" | "--on-brand" | "--volt" | "--block-line" | "--block-muted";

export type Face = "display" | "body";

/** Drawn by `poster-drawing.tsx` on the screen and on paper and by `poster-picture.ts` as a picture. */
export type Shape =
  | {
      readonly kind: "box";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly radius?: number;
      readonly fill: Ink;
    }
  | { readonly kind: "line"; readonly path: string; readonly thickness: number; readonly stroke: Ink }
  | {
      readonly kind: "code";
      readonly x: number;
      readonly y: number;
      readonly scale: number;
      readonly path: string;
      readonly fill: Ink;
    }
  | {
      readonly kind: "text";
      readonly text: string;
      readonly x: number;
      /** The baseline. */
      readonly y: number;
      readonly size: number;
      readonly face: Face;
      readonly fill: Ink;
    }
  | { readonly kind: "wordmark"; readonly x: number; readonly y: number; readonly height: number; readonly fill: Ink };

/** In the unit of the text's size. */
export type Measure = (text: string, face: Face, size: number) => number;

export type Format = "paper" | "phone";

/** Paper in tenths of a millimeter of A4, a phone in pixels. */
export const FORMAT_SIZES: Readonly<Record<Format, { readonly width: number; readonly height: number }>> = {
  paper: { width: 2100, height: 2970 },
  phone: { width: 1080, height: 1920 },
};

export const HEADLINES = {
  brand: ["Where", "Strength", "Meets", "Chemistry"],
  spots: ["Who", "spots", "you?"],
  here: ["Train with", "somebody", "near here."],
} as const;
export type Headline = keyof typeof HEADLINES;

export const GYM_MAX = 40;

interface Layout {
  readonly margin: number;
  readonly ground: Ink;
  readonly text: Ink;
  readonly quiet: Ink;
  readonly plate: Ink;
  readonly wordmark: { readonly y: number; readonly height: number };
  readonly headline: { readonly y: number; readonly height: number; readonly sizeMax: number };
  readonly gym: { readonly size: number };
  readonly bar: { readonly unit: number };
  /** With the white around it. */
  readonly code: { readonly y: number; readonly width: number };
  readonly scan: { readonly size: number; readonly small: number };
}

/** Free edges for the controls that a phone's apps lay over a story. */
const LAYOUTS: Readonly<Record<Format, Layout>> = {
  paper: {
    margin: 150,
    ground: "--on-brand",
    text: "--ink",
    quiet: "--block-line",
    plate: "--ink",
    wordmark: { y: 160, height: 150 },
    headline: { y: 430, height: 1020, sizeMax: 400 },
    gym: { size: 76 },
    bar: { unit: 10 },
    code: { y: 2200, width: 660 },
    scan: { size: 124, small: 66 },
  },
  phone: {
    margin: 80,
    ground: "--ink",
    text: "--chalk",
    quiet: "--block-muted",
    plate: "--chalk",
    wordmark: { y: 250, height: 88 },
    headline: { y: 400, height: 540, sizeMax: 220 },
    gym: { size: 42 },
    bar: { unit: 5 },
    code: { y: 1330, width: 380 },
    scan: { size: 68, small: 36 },
  },
};

const LEADING = 0.98;
/** Distance from the upper end of a line to its baseline, in sizes. */
const ASCENT = 0.78;

export interface PosterOptions {
  readonly format: Format;
  readonly headline: Headline;
  /** Empty: a line to write it on, on paper only. */
  readonly gym: string;
  /** For somebody without a camera, such as `spotter.example`. */
  readonly host: string;
  readonly code: QrPath;
}

/** Every text has to fit into the width. */
const fitSize = (texts: readonly string[], face: Face, width: number, max: number, measure: Measure): number =>
  Math.min(max, ...texts.map((text) => (max * width) / Math.max(1, measure(text, face, max))));

/** The next block begins at the end. */
interface Block {
  readonly shapes: readonly Shape[];
  readonly end: number;
}

/** The first shape is the background. */
export function layOutPoster(options: PosterOptions, measure: Measure): readonly Shape[] {
  const { format, headline, gym, host, code } = options;
  const { width, height } = FORMAT_SIZES[format];
  const at = LAYOUTS[format];
  const inside = width - 2 * at.margin;
  const title = layOutHeadline(HEADLINES[headline], at, inside, measure);
  const place = layOutGym(gym.trim(), title.end, format, at, inside, measure);
  return [
    { kind: "box", x: 0, y: 0, width, height, fill: at.ground },
    { kind: "wordmark", x: at.margin, ...at.wordmark, fill: at.text },
    ...title.shapes,
    ...place.shapes,
    ...layOutBar((place.end + at.code.y) / 2, at, width),
    ...layOutCode(code, host, at, inside, measure),
  ];
}

function layOutHeadline(lines: readonly string[], at: Layout, width: number, measure: Measure): Block {
  const { y, height, sizeMax } = at.headline;
  const size = fitSize(lines, "display", width, Math.min(sizeMax, height / (lines.length * LEADING)), measure);
  const shapes = lines.map(
    (text, i): Shape => ({
      kind: "text",
      text,
      x: at.margin,
      y: y + size * (ASCENT + i * LEADING),
      size,
      face: "display",
      fill: at.text,
    }),
  );
  return { shapes, end: y + size * LEADING * lines.length };
}

/** On volt, or a line to write it on. */
function layOutGym(gym: string, top: number, format: Format, at: Layout, width: number, measure: Measure): Block {
  const { size } = at.gym;
  const { margin } = at;
  const y = top + size * 0.7;
  const end = y + size * 2;
  if (gym === "") {
    if (format === "phone") return { shapes: [], end: top };
    const text: Shape = { kind: "text", text: "At", x: margin, y: y + size * 1.3, size, face: "body", fill: at.text };
    const path = `M${margin + size * 1.6} ${y + size * 1.4}H${margin + width}`;
    return { shapes: [text, { kind: "line", path, thickness: size / 16, stroke: at.quiet }], end };
  }
  const text = `At ${gym}`;
  const padding = size * 0.7;
  const fitted = fitSize([text], "body", width - 2 * padding, size, measure);
  const box = { width: measure(text, "body", fitted) + 2 * padding, height: size * 2 };
  const baseline = y + size + fitted * 0.35;
  return {
    shapes: [
      { kind: "box", x: margin, y, ...box, radius: size, fill: "--volt" },
      { kind: "text", text, x: margin + padding, y: baseline, size: fitted, face: "body", fill: "--ink" },
    ],
    end,
  };
}

/** Seen edge on, in units of the bar, from the left. */
const PLATES = [
  { width: 6, height: 25, fill: "--volt" },
  { width: 7, height: 33 },
  { width: 8, height: 42 },
  { width: 8, height: 42 },
] as const;

/** A heartbeat that becomes a loaded bar. */
function layOutBar(y: number, at: Layout, width: number): readonly Shape[] {
  const { unit } = at.bar;
  const thickness = 2.6 * unit;
  const path = `M${-thickness} ${y}${heartbeatPath(width * 0.2, 17 * unit)}H${width + thickness}`;
  const gap = 0.8 * unit;
  let x = width - at.margin - 36 * unit;
  const plates = PLATES.map((plate): Shape => {
    const size = { width: plate.width * unit, height: plate.height * unit };
    const box = { x, y: y - size.height / 2, ...size, radius: 1.4 * unit };
    x += size.width + gap;
    return { kind: "box", ...box, fill: "fill" in plate ? plate.fill : at.plate };
  });
  return [{ kind: "line", path, thickness, stroke: "--brand" }, ...plates];
}

const CALL = ["Scan to join.", "Free to start.", "Nothing to install."] as const;

/** Black on white, with its target. */
function layOutCode(code: QrPath, host: string, at: Layout, width: number, measure: Measure): readonly Shape[] {
  const { y } = at.code;
  // Whole units, so that the modules of a picture have sharp edges.
  const scale = Math.floor(at.code.width / code.size);
  const tile = scale * code.size;
  // On white paper the white around the code begins at the margin, so the code itself is moved to it.
  const left = at.ground === "--on-brand" ? at.margin - scale * 3 : at.margin;
  const x = left + tile + at.margin * 0.4;
  const { size: large, small } = at.scan;
  const space = at.margin + width - x;
  const [first, ...others] = CALL;
  const size = fitSize([first], "display", space, large, measure);
  const below = [...others, host];
  const sizeBelow = fitSize(below, "body", space, small, measure);
  const leading = small * 1.4;
  const top = y + (tile - size - leading * below.length) / 2;
  return [
    { kind: "box", x: left, y, width: tile, height: tile, radius: scale * 2, fill: "--on-brand" },
    { kind: "code", x: left, y, scale, path: code.path, fill: "--ink" },
    { kind: "text", text: first, x, y: top + size * ASCENT, size, face: "display", fill: at.text },
    ...below.map(
      (text, i): Shape => ({
        kind: "text",
        text,
        x,
        y: top + size + leading * (i + 0.9),
        size: sizeBelow,
        face: "body",
        fill: text === host ? at.text : at.quiet,
      }),
    ),
  ];
}
