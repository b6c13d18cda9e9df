import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/empty.module.css";
import type from "#web/ui/type.module.css";

/** A list with nothing in it: a drawing, why, what comes, and one thing to do. */
export function Empty({
  art,
  title,
  text,
  action,
  className,
}: {
  art?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <section className={classNames(css.empty, className)}>
      {art && (
        <div className={css.art} aria-hidden="true">
          {art}
        </div>
      )}
      <h2 className={classNames(type.display, type.d32)}>{title}</h2>
      {text && <p className={type.muted}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </section>
  );
}
