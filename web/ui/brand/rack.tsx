/** For empty lists. */
export function Rack({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 340 200"
      width="340"
      height="200"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M0 192h340" stroke="var(--border)" strokeWidth="2" />
      <g stroke="var(--text)">
        <path d="M84 192V24M256 192V24" strokeWidth="10" />
        <path d="M60 192h48M232 192h48" strokeWidth="8" />
        <path d="M84 92h18v-12M256 92h18v-12" strokeWidth="6" />
      </g>
      <g fill="var(--border)">
        <rect x="12" y="74" width="316" height="7" rx="3.5" />
        <rect x="56" y="66" width="7" height="23" rx="3" />
        <rect x="277" y="66" width="7" height="23" rx="3" />
      </g>
      <g stroke="var(--border)" strokeWidth="1.5" strokeDasharray="3 4" strokeLinecap="butt">
        <rect x="38" y="38" width="14" height="79" rx="5" />
        <rect x="20" y="48" width="14" height="59" rx="5" />
        <rect x="288" y="38" width="14" height="79" rx="5" />
        <rect x="306" y="48" width="14" height="59" rx="5" />
      </g>
    </svg>
  );
}
