import type { ReactNode } from "react";
import { LostPulse } from "#web/ui/brand/lost-pulse.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/error-state.module.css";
import typography from "#web/ui/typography.module.css";

/**
 * For a whole screen. For a part of it use `InlineError`.
 * @param quiet not announced as an alert
 * @param level heading level; 1 if it is the screen's heading
 */
export function ErrorState({
  title,
  text = "Nothing is lost. Check your connection, then try again.",
  onRetry,
  secondaryAction,
  className,
  level = 2,
  quiet = false,
}: {
  title: ReactNode;
  text?: ReactNode;
  onRetry: () => void;
  secondaryAction?: ReactNode;
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
        {secondaryAction}
      </div>
    </div>
  );
}
