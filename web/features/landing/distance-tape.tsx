const STEP = 10;
const START = 14;
const END = 544;
/** Where the first band ends, and with it the dark part of the tape. */
const FIRST = 150;

const ticks = (from: number, to: number): string =>
  Array.from({ length: Math.ceil((to - from) / STEP) }, (_, i) => from + i * STEP)
    .map((x) => `M${x} 0v${(x - START) % (5 * STEP) === 0 ? 18 : 10}`)
    .join("");

const BANDS = [
  [75, "Under 5"],
  [215, "5 to 10"],
  [350, "10 to 25"],
  [485, "25+ miles"],
] as const;

/** A tape measure with a band where another would have inches. */
export function DistanceTape({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 560 84"
      role="img"
      aria-label="Distance is shown in bands: under 5 miles, 5 to 10, 10 to 25, 25 and more"
    >
      <rect width="560" height="84" rx="10" fill="var(--volt)" />
      <rect width={FIRST} height="84" rx="10" fill="var(--text)" />
      <path d={ticks(START, FIRST)} stroke="var(--bg)" strokeWidth="2" />
      <path d={ticks(FIRST + 4, END + 1)} stroke="var(--on-volt)" strokeWidth="2" />
      <g textAnchor="middle" fontFamily="var(--display)" fontWeight="800" fontSize="20" style={{ fontStretch: "112%" }}>
        {BANDS.map(([x, words], i) => (
          <text key={words} x={x} y="56" fill={i === 0 ? "var(--bg)" : "var(--on-volt)"}>
            {words}
          </text>
        ))}
      </g>
    </svg>
  );
}
