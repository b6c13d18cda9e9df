/** An empty rack with a bare bar: nobody to show. */
export function Rack() {
  return (
    <svg viewBox="0 0 340 200" width="340" height="200" fill="none" aria-hidden="true">
      <path d="M0 192h340" stroke="var(--border)" strokeWidth="2" />
      <path d="M84 192V24M256 192V24" stroke="var(--text)" strokeWidth="10" strokeLinecap="round" />
      <path d="M60 192h48M232 192h48" stroke="var(--text)" strokeWidth="8" strokeLinecap="round" />
      <path
        d="M84 92h18v-12M256 92h18v-12"
        stroke="var(--text)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <rect x="12" y="74" width="316" height="7" rx="3.5" fill="var(--border)" />
      <rect x="56" y="66" width="7" height="23" rx="3" fill="var(--border)" />
      <rect x="277" y="66" width="7" height="23" rx="3" fill="var(--border)" />
      <g stroke="var(--border)" strokeWidth="1.5" strokeDasharray="3 4">
        <rect x="38" y="38" width="14" height="79" rx="5" />
        <rect x="20" y="48" width="14" height="59" rx="5" />
        <rect x="288" y="38" width="14" height="79" rx="5" />
        <rect x="306" y="48" width="14" height="59" rx="5" />
      </g>
    </svg>
  );
}
