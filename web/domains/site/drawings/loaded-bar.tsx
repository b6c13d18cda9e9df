/** Seen from the side, three plates on each end. */
export function LoadedBar({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 200 90" fill="var(--ink)" aria-hidden="true">
      <path d="M0 45h200" stroke="var(--ink)" strokeWidth="8" />
      <rect x="18" y="20" width="14" height="50" rx="4" />
      <rect x="36" width="18" height="90" rx="5" />
      <rect x="146" width="18" height="90" rx="5" />
      <rect x="168" y="20" width="14" height="50" rx="4" />
      <g fill="var(--crush)">
        <rect x="58" y="10" width="12" height="70" rx="4" />
        <rect x="130" y="10" width="12" height="70" rx="4" />
      </g>
    </svg>
  );
}
