/** Drawn, because no typeface has a sign that is strong enough for a card. */
export const InfinityIcon = ({ className }: { className?: string | undefined }) => (
  <svg className={className} viewBox="0 0 112 56" width="112" height="56" role="img" aria-label="∞">
    <path
      fill="none"
      stroke="currentColor"
      strokeWidth="9"
      strokeLinecap="round"
      d="M56 28C48 16 40 8.5 28 8.5a19.5 19.5 0 0 0 0 39C40 47.5 48 40 56 28s16-19.5 28-19.5a19.5 19.5 0 0 1 0 39C72 47.5 64 40 56 28Z"
    />
  </svg>
);
