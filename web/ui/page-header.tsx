import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/page-header.module.css";
import typography from "#web/ui/typography.module.css";

/** At the same height on all screens. @param as the heading level, if another heading is the page's */
export function PageHeader({
  title,
  before,
  as: Heading = "h1",
  className,
  children,
}: {
  title: string;
  before?: ReactNode;
  as?: "h1" | "h2";
  className?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={classNames(css.head, className)}>
      {before}
      <Heading className={classNames(typography.display, typography.d32, css.title)}>{title}</Heading>
      {children}
    </div>
  );
}
