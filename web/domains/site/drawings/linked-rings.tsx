/** The first ring is over the second at the top and under it at the bottom. */
export function LinkedRings({
  first,
  second,
  ground,
  className,
}: {
  first: string;
  second: string;
  ground: string;
  className?: string | undefined;
}) {
  return (
    <svg className={className} viewBox="0 0 190 130" fill="none" aria-hidden="true">
      <circle cx="65" cy="65" r="51" stroke={first} strokeWidth="18" />
      <circle cx="125" cy="65" r="51" stroke={ground} strokeWidth="26" />
      <circle cx="125" cy="65" r="51" stroke={second} strokeWidth="18" />
      <path d="M73.9 14.8A51 51 0 0 1 107.5 36.8" stroke={ground} strokeWidth="26" />
      <path d="M68.6 14.1A51 51 0 0 1 109.8 40.7" stroke={first} strokeWidth="18" />
    </svg>
  );
}
