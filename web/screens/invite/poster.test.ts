import { describe, expect, test } from "vitest";
import {
  FORMAT_SIZES,
  type Format,
  GYM_MAX,
  HEADLINES,
  type Headline,
  layOutPoster,
  type Measure,
  type Shape,
} from "#web/screens/invite/poster.ts";
import { encodeQr, QUIET_MODULES } from "#web/ui/qr-path.ts";

/** As wide as the widest letters. */
const measure: Measure = (text, _face, size) => text.length * size;

const code = await encodeQr("https://spotter.example/?via=invite", "Q");

const layOut = (format: Format, headline: Headline, gym: string) =>
  layOutPoster({ format, headline, gym, host: "spotter.example", code }, measure);

const ofKind = <Kind extends Shape["kind"]>(shapes: readonly Shape[], kind: Kind) =>
  shapes.filter((shape): shape is Extract<Shape, { kind: Kind }> => shape.kind === kind);

const textsOf = (shapes: readonly Shape[]) => ofKind(shapes, "text").map(({ text }) => text);

const MARGINS: Readonly<Record<Format, number>> = { paper: 150, phone: 80 };

describe.each(["paper", "phone"] as const)("on %s", (format) => {
  const { width, height } = FORMAT_SIZES[format];

  test.each(Object.keys(HEADLINES) as Headline[])("everything has its place under the headline '%s'", (headline) => {
    for (const gym of ["", "Barbell Club", "W".repeat(GYM_MAX)]) {
      const shapes = layOut(format, headline, gym);
      for (const { text, x, y, size, face } of ofKind(shapes, "text")) {
        expect(x + measure(text, face, size), text).toBeLessThanOrEqual(width - MARGINS[format] + 1);
        expect(y).toBeLessThan(height);
      }
      const [background, ...boxes] = ofKind(shapes, "box");
      expect(background).toMatchObject({ x: 0, y: 0, width, height });
      for (const box of boxes) {
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
        expect(box.y + box.height).toBeLessThanOrEqual(height);
      }
      const lines = ofKind(shapes, "text").slice(0, HEADLINES[headline].length);
      const plates = boxes.filter((box) => box.x > width / 2);
      const tile = boxes.at(-1);
      const label = ofKind(shapes, "box").find(({ fill, x }) => fill === "--volt" && x < width / 2);
      for (const plate of plates) {
        expect(plate.y).toBeGreaterThan(lines.at(-1)?.y ?? height);
        expect(plate.y).toBeGreaterThan(label ? label.y + label.height : 0);
        expect(plate.y + plate.height).toBeLessThan(tile?.y ?? 0);
      }
    }
  });

  test("the code is ink on white, with white around it and whole units for its modules", () => {
    const shapes = layOut(format, "brand", "");
    const [drawn] = ofKind(shapes, "code");
    const tile = ofKind(shapes, "box").find(({ x, y }) => x === drawn?.x && y === drawn.y);
    expect(drawn).toMatchObject({ fill: "--ink", path: code.path });
    expect(Number.isInteger(drawn?.scale)).toBe(true);
    expect(tile).toMatchObject({ fill: "--on-brand", width: (drawn?.scale ?? 0) * code.size });
    const columns = [...code.path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect(Math.min(...columns)).toBe(QUIET_MODULES);
  });
});

test("an empty name of the gym leaves a line to write it on, on paper only", () => {
  expect(textsOf(layOut("paper", "brand", "  "))).toContain("At");
  expect(ofKind(layOut("paper", "brand", ""), "line")).toHaveLength(2);
  expect(ofKind(layOut("phone", "brand", ""), "line")).toHaveLength(1);
  expect(textsOf(layOut("phone", "brand", " Barbell Club "))).toContain("At Barbell Club");
});
