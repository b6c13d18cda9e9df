import { heartbeatPath } from "#web/ui/brand/beat.ts";

/** For errors. */
export function LostPulse({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 340 120" fill="none" aria-hidden="true">
      <g strokeWidth="8" strokeLinecap="round" strokeLinejoin="round">
        <path d={`M0 70${heartbeatPath(52, 52)}h20`} stroke="var(--crush)" />
        <path d="M196 70h6M226 70h6M256 70h6M286 70h6M316 70h6" stroke="var(--border)" />
      </g>
    </svg>
  );
}
