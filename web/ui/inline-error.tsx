import { LostPulse } from "#web/ui/brand/lost-pulse.tsx";
import { Button } from "#web/ui/button.tsx";
import css from "#web/ui/inline-error.module.css";
import typography from "#web/ui/typography.module.css";

export function InlineError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={css.again}>
      <div className={css.text}>
        <LostPulse className={css.art} />
        <p className={typography.strong}>{message}</p>
      </div>
      <Button variant="line" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
