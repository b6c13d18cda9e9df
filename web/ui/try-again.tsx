import { Button } from "#web/ui/button.tsx";
import css from "#web/ui/try-again.module.css";
import type from "#web/ui/type.module.css";

/** Where something should be that could not be loaded: quietly what, and a way to ask again. */
export function TryAgain({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div className={css.again}>
      <p className={type.muted}>{what}</p>
      <Button look="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
