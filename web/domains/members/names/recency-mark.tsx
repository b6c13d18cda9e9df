import type { Recency } from "#contract/discovery/discovery.ts";
import css from "#web/domains/members/names/recency-mark.module.css";
import { classNames } from "#web/ui/class-names.ts";

const LABELS = { new: "New", active: "Active this week" } as const;

/** By the day. Renders nothing for other members. */
export const RecencyMark = ({ recency, className }: { recency: Recency; className?: string | undefined }) =>
  recency && (
    <p className={classNames(css.mark, className)}>
      <i aria-hidden="true" />
      {LABELS[recency]}
    </p>
  );
