import type { ReactNode } from "react";
import css from "#web/ui/badge.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { formatBadge } from "#web/ui/format-badge.ts";
import typography from "#web/ui/typography.module.css";

/** Renders nothing at zero. @param label for screen readers: '3 unread messages' */
export function Badge({ count, label, className }: { count: number; label: string; className?: string | undefined }) {
  if (count <= 0) return null;
  return (
    <span className={classNames(css.badge, className)}>
      <span aria-hidden="true">{formatBadge(count)}</span>
      <span className={typography.hidden}>{label}</span>
    </span>
  );
}

/** 'Most popular', '33% off'. `white` is for photos. */
export function Tag({
  variant = "plain",
  className,
  children,
}: {
  variant?: "plain" | "volt" | "ink" | "white";
  className?: string | undefined;
  children: ReactNode;
}) {
  return <span className={classNames(css.tag, variant !== "plain" && css[variant], className)}>{children}</span>;
}
