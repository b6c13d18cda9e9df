/** Streets running up, each as far from the last, and those across; then one wide road. */
const UP = Array.from({ length: 9 }, (_, i) => `M${84 * i - 20} -10l-70 480`).join("");
const ACROSS = Array.from({ length: 7 }, (_, i) => `M-20 ${72 * i + 20}L680 ${78 * i - 16}`).join("");
const DISTRICT = "M214 96L392 84L420 150L398 262L300 306L196 282L176 176Z";

/** A map on which only a district shows. */
export function DistrictMap({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 640 440"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label="A map where only a district is shown"
    >
      <g stroke="var(--hair)" strokeWidth="10" fill="none">
        <path d={UP + ACROSS} />
        <path d="M-20 330C160 250 300 360 660 210" strokeWidth="22" />
      </g>
      <path d={DISTRICT} fill="var(--crush)" opacity=".14" />
      <path d={DISTRICT} fill="none" stroke="var(--crush)" strokeWidth="4" strokeLinejoin="round" />
    </svg>
  );
}
