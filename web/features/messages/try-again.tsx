import css from "#web/features/messages/try-again.module.css";
import { Button } from "#web/ui/button.tsx";

/** Where something could not be loaded: no more than a quiet way to ask again. */
export function TryAgain({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <div className={css.again}>
      <Button look="quiet" onClick={onRetry} busy={busy ? "Trying again..." : undefined}>
        Try again
      </Button>
    </div>
  );
}
