import type { ReactNode } from "react";
import { LostPulse } from "#web/ui/brand/lost-pulse.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/error-state.module.css";
import typography from "#web/ui/typography.module.css";

/**
 * Where the whole of a screen did not load: what happened, whether anything was lost, what to do, and a way to ask again.
 * A part of a screen has `TryAgain`.
 * @param other a second way on, beside 'Try again'
 * @param quiet it is there to be found, and interrupts nobody
 * @param level 1 where it is the screen's heading
 */
export function ErrorState({
  title,
  text = "Nothing is lost. Check your connection, then try again.",
  onRetry,
  other,
  className,
  level = 2,
  quiet = false,
}: {
  title: ReactNode;
  text?: ReactNode;
  onRetry: () => void;
  other?: ReactNode;
  className?: string | undefined;
  level?: 1 | 2;
  quiet?: boolean;
}) {
  const Title = `h${level}` as const;
  return (
    <div role={quiet ? undefined : "alert"} className={classNames(css.failure, className)}>
      <LostPulse className={css.art} />
      <Title className={classNames(typography.display, typography.d24)}>{title}</Title>
      <p className={typography.muted}>{text}</p>
      <div className={css.actions}>
        <Button size="lg" onClick={onRetry}>
          Try again
        </Button>
        {other}
      </div>
    </div>
  );
}
