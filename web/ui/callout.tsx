import type { ReactNode } from "react";
import css from "#web/ui/callout.module.css";

interface Props {
  icon: ReactNode;
  size?: "md" | "lg";
  children: ReactNode;
}

export function Callout({ icon, size = "md", children }: Props) {
  return (
    <p className={css.note} data-size={size}>
      {icon}
      {children}
    </p>
  );
}
