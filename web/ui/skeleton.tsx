import type { CSSProperties, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/skeleton.module.css";

/** Stands where something will be, in its shape. */
export function Skeleton({ className, style }: { className?: string | undefined; style?: CSSProperties }) {
  return <span className={classNames(css.skeleton, className)} style={style} aria-hidden="true" />;
}

/**
 * Shows its children after 200 ms, but keeps their room from the start: what is quick does not flicker, nothing jumps.
 * The page can tell by `data-loading` that something is on its way.
 */
export function Delayed({ children }: { children: ReactNode }) {
  return (
    <div className={css.delayed} data-loading="">
      {children}
    </div>
  );
}
