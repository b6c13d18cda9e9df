import type { ReactNode } from "react";
import css from "#web/ui/note.module.css";

interface Props {
  icon: ReactNode;
  size?: "md" | "lg";
  children: ReactNode;
}

/** A sentence that has to be seen before what stands under it. */
export function Note({ icon, size = "md", children }: Props) {
  return (
    <p className={css.note} data-size={size}>
      {icon}
      {children}
    </p>
  );
}
