import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/empty-state.module.css";
import typography from "#web/ui/typography.module.css";

export function EmptyState({
  art,
  title,
  text,
  action,
  className,
  level = 2,
}: {
  art?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
  level?: 1 | 2;
}) {
  const Title = `h${level}` as const;
  return (
    <section className={classNames(css.empty, className)}>
      {art && (
        <div className={css.art} aria-hidden="true">
          {art}
        </div>
      )}
      <Title className={classNames(typography.display, typography.d32)}>{title}</Title>
      {text && <p className={typography.muted}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </section>
  );
}
