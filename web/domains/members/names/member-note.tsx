import type { ReactNode } from "react";
import css from "#web/domains/members/names/member-note.module.css";
import { classNames } from "#web/ui/class-names.ts";

interface Props {
  icon: ReactNode;
  text: string;
  /** A short text keeps its action beside it also on a phone. */
  isShort?: boolean;
  children: ReactNode;
}

export const MemberNote = ({ icon, text, isShort = false, children }: Props) => (
  <div className={classNames(css.note, isShort && css.short)}>
    {icon}
    <p className={css.text}>{text}</p>
    {children}
  </div>
);
