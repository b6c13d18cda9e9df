import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/notice-line.module.css";

interface Props {
  open: boolean;
  icon: ReactNode;
  isAnnounced?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Its height is animated, so that the content does not jump. */
export function NoticeLine({ open, icon, isAnnounced = false, className, children }: Props) {
  return (
    <div className={classNames(css.collapsible, className)} data-open={open}>
      <p role={isAnnounced ? "status" : undefined} className={css.clip}>
        {open && (
          <span className={css.line}>
            {icon}
            <span>{children}</span>
          </span>
        )}
      </p>
    </div>
  );
}
