import { PlateFace } from "#web/ui/brand/plate-face.tsx";

const SEALS = {
  sent: { fill: "var(--crush)", rim: "var(--crush-pressed)" },
  /** The link worked. */
  opened: { fill: "var(--volt)", rim: "var(--volt-shade)" },
} as const;

/** The seal is a weight plate, or a dashed outline when the link is no longer valid. */
export function EnvelopeIllustration({
  seal,
  className,
}: {
  seal: keyof typeof SEALS | "gone";
  className?: string | undefined;
}) {
  return (
    <svg className={className} viewBox="0 0 144 100" width="144" height="100" aria-hidden="true">
      <rect y="4" width="144" height="96" rx="12" fill="var(--iron)" />
      <path d="M12 4H132A12 12 0 0 1 142 9.5L79 55a12 12 0 0 1 -14 0L2 9.5A12 12 0 0 1 12 4Z" fill="var(--iron-rim)" />
      <g transform="translate(72 56)">
        {seal === "gone" ? (
          <>
            <circle r="22" fill="var(--iron)" />
            <circle r="20" fill="none" stroke="var(--steel)" strokeWidth="2" strokeDasharray="5 5" />
          </>
        ) : (
          <PlateFace radius={24} slot={-45} ground="var(--iron)" {...SEALS[seal]} />
        )}
      </g>
    </svg>
  );
}

/** In the shape of a kettlebell. */
export function LockIllustration({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 96 108" width="96" height="108" fill="none" aria-hidden="true">
      <path d="M24 58C14 -4 82 -4 72 58" stroke="var(--iron)" strokeWidth="12" strokeLinecap="round" />
      <circle cx="48" cy="66" r="38" fill="var(--iron)" />
      <path d="M48 28a38 38 0 0 1 0 76a58 58 0 0 0 0 -76Z" fill="var(--iron-rim)" />
      <rect x="26" y="98" width="44" height="9" rx="4.5" fill="var(--iron)" />
      <circle cx="48" cy="66" r="19" fill="var(--volt)" />
      <path
        d="M40 66.5l6 6l11 -12"
        stroke="var(--on-volt)"
        strokeWidth="4.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
