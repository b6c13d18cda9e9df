import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/page-header.module.css";
import typography from "#web/ui/typography.module.css";

/**
 * A screen's name, at the same height on every screen of the app.
 * @param before stands at its left: a way back
 * @param as the heading's rank, where another one is the page's
 * @param children stand at the right end
 */
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
