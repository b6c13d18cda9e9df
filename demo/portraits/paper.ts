import { INK, WHITE } from "./palette.ts";
import type { Random } from "./random.ts";
import { HEIGHT, rect, repeat, round1, WIDTH } from "./svg.ts";

// Print grain: one tile of specks as a pattern. feTurbulence would cost ten times more to render.
function grain(id: string, random: Random, colour: string): string {
  const specks = repeat(240, () => {
    const from = `M${round1(random.between(0, 360))} ${round1(random.between(0, 360))}`;
    return `${from}h${round1(random.between(1, 3.4))}v${round1(random.between(1, 3))}h-2z`;
  });
  return (
    `<pattern id="${id}" width="360" height="360" patternUnits="userSpaceOnUse">` +
    `<path d="${specks}" fill="${colour}"/></pattern>`
  );
}

/** A whole picture: field, drawing, and dark and light grain over both. Ids in it begin with `id`. */
export function print(id: string, random: Random, field: string, drawing: string, defs: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `<defs>${grain(`${id}g`, random, INK)}${grain(`${id}h`, random, WHITE)}${defs}</defs>` +
    rect(0, 0, WIDTH, HEIGHT, field) +
    drawing +
    rect(0, 0, WIDTH, HEIGHT, `url(#${id}g)`, 0, 'opacity=".16"') +
    `<g transform="translate(190 90)">${rect(-190, -90, WIDTH, HEIGHT, `url(#${id}h)`, 0, 'opacity=".2"')}</g></svg>`
  );
}
