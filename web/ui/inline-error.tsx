import { LostPulse } from "#web/ui/brand/lost-pulse.tsx";
import { Button } from "#web/ui/button.tsx";
import css from "#web/ui/inline-error.module.css";
import typography from "#web/ui/typography.module.css";

/** Where a part of a screen could not be loaded: in one line what, and a way to ask again. A whole screen has `Failure`. */
export function InlineError({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div className={css.again}>
      <div className={css.what}>
        <LostPulse className={css.art} />
        <p className={typography.strong}>{what}</p>
      </div>
      <Button variant="line" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
