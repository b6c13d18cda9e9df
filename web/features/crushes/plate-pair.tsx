import { PlateFace } from "#web/ui/brand/plate-face.tsx";

type PlateKind = "plate" | "ghost";

/** Two places for two weight plates on a line that beats between them; a ghost is one who is not there yet. */
export function PlatePair({ left, right }: { left: PlateKind; right: PlateKind }) {
  return (
    <svg viewBox="0 0 340 170" width="340" height="170" fill="none" aria-hidden="true">
      <path
        d="M0 90H137l7 -9 6 9h8l5 9 10 -50 11 65 8 -24h11H340"
        stroke="var(--border)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Plate x={76} kind={left} turn={-150} />
      <Plate x={264} kind={right} turn={-30} />
    </svg>
  );
}

function Plate({ x, kind, turn }: { x: number; kind: PlateKind; turn: number }) {
  if (kind === "ghost") {
    return (
      <g transform={`translate(${x} 90)`} stroke="var(--border)" strokeWidth="1.5" strokeDasharray="4 5">
        <circle r="58" fill="var(--bg)" />
        <circle r="20" />
      </g>
    );
  }
  return (
    <g transform={`translate(${x} 90)`}>
      <PlateFace radius={58} slot={turn} fill="var(--iron)" rim="var(--iron-rim)" ground="var(--bg)" />
    </g>
  );
}
