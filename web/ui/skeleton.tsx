import type { CSSProperties, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/skeleton.module.css";

interface SkeletonProps {
  className?: string | undefined;
  style?: CSSProperties;
  /** The place of the screen's first photo, which the inline script shows before the app has loaded. */
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
 * Shows its children after 200 ms, so that fast responses cause no flicker, but reserves their space at once.
 * `data-loading` marks a page that is loading, for styles and tests.
 */
export function Delayed({ children }: { children: ReactNode }) {
  return (
    <div className={css.delayed} data-loading="">
      {children}
    </div>
  );
}
