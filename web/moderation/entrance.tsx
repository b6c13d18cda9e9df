import type { ReactNode } from "react";
import css from "#web/moderation/entrance.module.css";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** A screen before the login: a heading, a text and one thing to do. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={css.entrance}>
      <h1 className={classNames(typography.display, typography.d32)}>{title}</h1>
      {children}
    </main>
  );
}
