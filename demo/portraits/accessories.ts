// What a head wears besides hair and headgear.
import type { Figure } from "./figure.ts";
import { INK, WHITE } from "./palette.ts";
import { d, layers, line, pair, rect, shape } from "./svg.ts";

export function visor({ visor: worn, halfWidth: w, turn: t, scheme }: Figure): string {
  if (!worn) return "";
  const rim = d`
    M${-w - 4} -74
    Q${t} -104 ${w + 4} -74
    L${w - 4} -14
    C${w - 30} 46 ${t + 60} 46 ${t + 16} -6
    Q${t} -16 ${t - 16} -6
    C${t - 60} 46 ${-w + 30} 46 ${-w + 4} -14Z`;
  const lens = d`
    M${-w + 14} -66
    Q${t} -90 ${w - 14} -66
    L${w - 20} -22
    C${w - 40} 26 ${t + 62} 28 ${t + 22} -18
    Q${t} -32 ${t - 22} -18
    C${t - 62} 28 ${-w + 40} 26 ${-w + 20} -22Z`;
  const gleam = `M${t - 110} 4L${t - 64} -62M${t - 74} 10L${t - 44} -40`;
  return layers(shape(rim, INK), shape(lens, scheme.pop), line(gleam, WHITE, 12, 'opacity=".7"'));
}

export function glasses({ glasses: worn, halfWidth: w, turn: t }: Figure): string {
  if (!worn) return "";
  const bridgeAndTemples = d`
    M${t - 22} -26Q${t} -40 ${t + 22} -26
    M${t - 134} -28L${-w - 4} -20
    M${t + 134} -28L${w + 4} -20`;
  const rims = `fill-opacity=".14" stroke="${INK}" stroke-width="11"`;
  return pair((k) => rect(t + k * 78 - 56, -62, 112, 88, WHITE, 38, rims)) + line(bridgeAndTemples, INK, 10);
}

export const headband = ({ headband: worn, halfWidth: w, scheme }: Figure): string =>
  worn
    ? shape(
        d`M${-w - 8} -96
          C${-w * 0.6} -190 ${w * 0.6} -190 ${w + 8} -96
          V-156
          C${w * 0.6} -244 ${-w * 0.6} -244 ${-w - 8} -156Z`,
        scheme.pop,
      )
    : "";

export const headphones = ({ headphones: worn, halfWidth: w, scheme }: Figure): string =>
  worn
    ? layers(
        line(`M${-w - 18} -10C${-w - 40} -360 ${w + 40} -360 ${w + 18} -10`, INK, 30),
        pair((k) =>
          layers(rect(k * (w + 20) - 34, -66, 68, 150, INK, 32), rect(k * (w + 34) - 12, -36, 24, 90, scheme.pop, 12)),
        ),
      )
    : "";
