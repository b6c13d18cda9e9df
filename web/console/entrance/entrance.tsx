import type { ReactNode } from "react";
import css from "#web/console/entrance/entrance.module.css";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={css.entrance}>
      <h1 className={classNames(typography.display, typography.d32)}>{title}</h1>
      {children}
    </main>
  );
}
