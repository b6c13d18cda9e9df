import { readFileSync, writeFileSync } from "node:fs";

/**
 * Draws how the time of a new list grows with the number of members, from the lines of `npm run bench -- browse`:
 * `node scripts/run.cjs bench/plot.ts <figures.jsonl> <plot.svg>`. Both axes are logarithmic.
 */
const [input, output] = process.argv.slice(2);
if (!input || !output) {
  console.error("Usage: node scripts/run.cjs bench/plot.ts <figures.jsonl> <plot.svg>");
  process.exit(2);
}

interface Line {
  readonly figure: string;
  readonly members: number;
  readonly spread: string;
  readonly search: string;
  readonly p95_ms: number;
}

const SERIES: readonly (readonly [figure: string, name: string, color: string, dashes: string])[] = [
  ["SQL, new list with SQL check", "ranked by SQL", "#c2410c", "none"],
  ["bare scan", "bare scan of arrays", "#6b7280", "6 4"],
  ["index, new list with SQL check", "ranked in memory", "#0f766e", "none"],
];

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 400, 76, 190, 24, 48];
const [MEMBERS_MIN, MEMBERS_MAX, MS_MIN, MS_MAX] = [10_000, 10_000_000, 0.1, 10_000];

const lines = readFileSync(input, "utf8")
  .split("\n")
  .filter((text) => text.startsWith("{"))
  .map((text) => JSON.parse(text) as Line)
  // The spread with the most members in one city, for each size.
  .filter(({ spread, search }) => spread !== "country" && search === "anyone");

const scale = (value: number, from: number, to: number): number => Math.log(value / from) / Math.log(to / from);
const xOf = (members: number): number => LEFT + scale(members, MEMBERS_MIN, MEMBERS_MAX) * (WIDTH - LEFT - RIGHT);
const yOf = (ms: number): number => HEIGHT - BOTTOM - scale(ms, MS_MIN, MS_MAX) * (HEIGHT - TOP - BOTTOM);
const powers = (from: number, to: number): number[] =>
  from > to * 1.01 ? [] : [from, ...powers(Number((from * 10).toPrecision(1)), to)];
const text = (x: number, y: number, anchor: string, words: string) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
const rule = (x1: number, y1: number, x2: number, y2: number) =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="#d1d5db"/>`;

const grid = [
  ...powers(MEMBERS_MIN, MEMBERS_MAX).flatMap((members) => [
    rule(xOf(members), TOP, xOf(members), HEIGHT - BOTTOM),
    text(xOf(members), HEIGHT - BOTTOM + 18, "middle", members.toLocaleString("en-US")),
  ]),
  ...powers(MS_MIN, MS_MAX).flatMap((ms) => [
    rule(LEFT, yOf(ms), WIDTH - RIGHT, yOf(ms)),
    text(LEFT - 8, yOf(ms) + 4, "end", `${ms.toLocaleString("en-US")} ms`),
  ]),
];

const drawn = SERIES.flatMap(([figure, name, color, dashes], nth) => {
  const points = lines
    .filter((line) => line.figure === figure)
    .sort((a, b) => a.members - b.members)
    .map(({ members, p95_ms }) => [xOf(members), yOf(p95_ms)] as const);
  const legendY = TOP + 16 + 24 * nth;
  const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  return [
    `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2" stroke-dasharray="${dashes}"/>`,
    ...points.map(([x, y]) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3" fill="${color}"/>`),
    `<line x1="${WIDTH - RIGHT + 16}" y1="${legendY}" x2="${WIDTH - RIGHT + 40}" y2="${legendY}" stroke="${color}" stroke-width="2" stroke-dasharray="${dashes}"/>`,
    text(WIDTH - RIGHT + 48, legendY + 4, "start", name),
  ];
});

writeFileSync(
  output,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#374151">
<title>Time of a new list by number of members, p95</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
${[...grid, ...drawn, text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "middle", "members")].join("\n")}
</svg>
`,
);
