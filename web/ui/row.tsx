import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/row.module.css";
import type from "#web/ui/type.module.css";

/**
 * A line of a list: what it is, a word on it, and what can be done.
 * @param noteId names the word on it, for what describes itself by that
 */
export function Row({
  icon,
  title,
  note,
  noteId,
  children,
}: {
  icon?: ReactNode;
  title: ReactNode;
  note: ReactNode;
  noteId?: string;
  children?: ReactNode;
}) {
  return (
    <li className={css.row}>
      {icon && (
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <span className={css.what}>
        <span className={classNames(type.strong, type.cut)}>{title}</span>
        <span id={noteId} className={classNames(type.small, type.muted)}>
          {note}
        </span>
      </span>
      {children}
    </li>
  );
}
