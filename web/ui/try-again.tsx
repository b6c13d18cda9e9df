import { Button } from "#web/ui/button.tsx";
import { LostPulse } from "#web/ui/lost-pulse.tsx";
import css from "#web/ui/try-again.module.css";
import type from "#web/ui/type.module.css";

/** Where a part of a screen could not be loaded: in one line what, and a way to ask again. A whole screen has `Failure`. */
export function TryAgain({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div className={css.again}>
      <div className={css.what}>
        <LostPulse className={css.art} />
        <p className={type.strong}>{what}</p>
      </div>
      <Button look="line" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
