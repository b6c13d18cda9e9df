import { EdgePlate } from "#web/features/landing/edge-plate.tsx";
import { heartbeatPath } from "#web/ui/brand/beat.ts";
import { PlateFace } from "#web/ui/brand/plate-face.tsx";

const RIM = "color-mix(in srgb, var(--on-crush) 40%, transparent)";
const LEFT_ON_THE_BAR = [0, 1, 2, 3] as const;

/** A plate that has left its sleeve, four still on it, and a pulse between. Only drawn. */
export function SpentPlate() {
  return (
    <svg viewBox="0 0 420 240" aria-hidden="true">
      <path d="M0 120h214" stroke="var(--steel)" strokeWidth="12" strokeLinecap="round" />
      {LEFT_ON_THE_BAR.map((i) => (
        <EdgePlate
          key={i}
          x={36 + 34 * i}
          y={120}
          width={24}
          height={150}
          fill="var(--chalk)"
          rim="color-mix(in srgb, var(--ink) 30%, transparent)"
        />
      ))}
      <path
        d={`M186 120${heartbeatPath(204, 40)}h18`}
        fill="none"
        stroke="var(--crush)"
        strokeWidth="8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <g transform="translate(338 120)">
        <PlateFace radius={80} slot={0} fill="var(--crush)" rim={RIM} ground="var(--iron)" />
      </g>
    </svg>
  );
}
