import type { CSSProperties, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/skeleton.module.css";

interface SkeletonProps {
  className?: string | undefined;
  style?: CSSProperties;
  /** The inline script shows the photo before the app has loaded. */
  isFirstPhoto?: boolean;
}

export function Skeleton({ className, style, isFirstPhoto }: SkeletonProps) {
  return (
    <span
      className={classNames(css.skeleton, className)}
      style={style}
      data-first-photo={isFirstPhoto ? "" : undefined}
      aria-hidden="true"
    />
  );
}

/**
 * After 200 ms, so that fast responses cause no flicker, but the space is reserved at once. `data-loading` marks a page
 * that is loading, for styles and tests.
 */
export function Delayed({ children }: { children: ReactNode }) {
  return (
    <div className={css.delayed} data-loading="">
      {children}
    </div>
  );
}
