import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/failure.module.css";
import type from "#web/ui/type.module.css";

/**
 * Something did not work: what, whether anything was lost, and a way on.
 * @param other a second way on, beside 'Try again'
 */
export function Failure({
  title,
  text,
  onRetry,
  other,
  className,
}: {
  title: ReactNode;
  text?: ReactNode;
  onRetry?: (() => void) | undefined;
  other?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div role="alert" className={classNames(css.failure, className)}>
      <p className={type.strong}>{title}</p>
      {text && <p className={type.muted}>{text}</p>}
      {(onRetry || other) && (
        <div className={css.actions}>
          {onRetry && <Button onClick={onRetry}>Try again</Button>}
          {other}
        </div>
      )}
    </div>
  );
}
