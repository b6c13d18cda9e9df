import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/empty.module.css";
import type from "#web/ui/type.module.css";

/**
 * A list with nothing in it: a drawing, why, what comes, and one thing to do.
 * @param level 1 where it is the whole screen
 */
export function Empty({
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
      <Title className={classNames(type.display, type.d32)}>{title}</Title>
      {text && <p className={type.muted}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </section>
  );
}
