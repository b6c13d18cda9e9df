import {
  type Face,
  FORMAT_SIZES,
  type Format,
  type Ink,
  type Measure,
  type Shape,
} from "#web/screens/invite/poster.ts";
import { WORDMARK } from "#web/screens/invite/poster-drawing.tsx";

const PICTURE_WIDTHS: Readonly<Record<Format, number>> = { paper: 2480, phone: 1080 };

const readToken = (name: Ink | "--display" | "--body"): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** As `poster-drawing.module.css` has it. A canvas has a keyword for the width of 125%. */
function setFont(brush: CanvasRenderingContext2D, face: Face, size: number): void {
  const isDisplay = face === "display";
  brush.font = `${isDisplay ? "800 expanded" : "600"} ${size}px ${readToken(isDisplay ? "--display" : "--body")}`;
  // Older browsers lack it, and have slightly wider text.
  if ("letterSpacing" in brush) brush.letterSpacing = isDisplay ? `${-0.02 * size}px` : "0px";
}

/** So that they can be measured. */
export async function loadPosterFonts(): Promise<void> {
  const load = (font: string) => document.fonts.load(font, "Aa");
  await Promise.all([
    load(`800 expanded 20px ${readToken("--display")}`),
    load(`600 20px ${readToken("--body")}`),
  ]).catch(() => undefined);
}

export function createMeasure(): Measure {
  const brush = document.createElement("canvas").getContext("2d");
  return (text, face, size) => {
    if (!brush) return text.length * size;
    setFont(brush, face, size);
    return brush.measureText(text).width;
  };
}

function paintWordmark(brush: CanvasRenderingContext2D, node: Element, ink: string): void {
  for (const child of node.children) {
    if (!(child instanceof SVGGraphicsElement)) continue;
    brush.save();
    const matrix = child.transform.baseVal.consolidate()?.matrix;
    if (matrix) brush.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
    const path = child.getAttribute("d");
    if (path === null) paintWordmark(brush, child, ink);
    else {
      brush.fillStyle = child.hasAttribute("fill") ? readToken("--brand") : ink;
      brush.fill(new Path2D(path));
    }
    brush.restore();
  }
}

function paint(brush: CanvasRenderingContext2D, shape: Shape): void {
  switch (shape.kind) {
    case "box":
      brush.fillStyle = readToken(shape.fill);
      brush.beginPath();
      brush.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius ?? 0);
      brush.fill();
      return;
    case "line":
      Object.assign(brush, { strokeStyle: readToken(shape.stroke), lineWidth: shape.thickness });
      Object.assign(brush, { lineCap: "round", lineJoin: "round" });
      brush.stroke(new Path2D(shape.path));
      return;
    case "code":
      brush.fillStyle = readToken(shape.fill);
      brush.translate(shape.x, shape.y);
      brush.scale(shape.scale, shape.scale);
      brush.fill(new Path2D(shape.path));
      return;
    case "text":
      brush.fillStyle = readToken(shape.fill);
      setFont(brush, shape.face, shape.size);
      brush.fillText(shape.text, shape.x, shape.y);
      return;
    case "wordmark": {
      const scale = shape.height / WORDMARK.height;
      brush.translate(shape.x, shape.y);
      brush.scale(scale, scale);
      brush.translate(-WORDMARK.x, -WORDMARK.y);
      const outlines = document.getElementById("wordmark");
      if (outlines) paintWordmark(brush, outlines, readToken(shape.fill));
    }
  }
}

/** As a PNG file. @throws Error if the browser cannot */
export async function paintPoster(format: Format, shapes: readonly Shape[]): Promise<File> {
  const { width, height } = FORMAT_SIZES[format];
  const scale = PICTURE_WIDTHS[format] / width;
  const canvas = document.createElement("canvas");
  canvas.width = PICTURE_WIDTHS[format];
  canvas.height = Math.round(height * scale);
  const brush = canvas.getContext("2d");
  if (!brush) throw new Error("no canvas");
  brush.scale(scale, scale);
  for (const shape of shapes) {
    brush.save();
    paint(brush, shape);
    brush.restore();
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  // Frees the memory, which phones have little of.
  canvas.width = 0;
  if (!blob) throw new Error("no picture");
  return new File([blob], `spotter-poster-${format}.png`, { type: "image/png" });
}
