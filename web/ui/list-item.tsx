import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/list-item.module.css";
import typography from "#web/ui/typography.module.css";

/** @param noteId id of the note, for `aria-describedby` */
export function ListItem({
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
      <span className={css.text}>
        <span className={classNames(typography.strong, typography.cut)}>{title}</span>
        <span id={noteId} className={classNames(typography.small, typography.muted)}>
          {note}
        </span>
      </span>
      {children}
    </li>
  );
}
