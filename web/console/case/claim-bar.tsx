import { MINUTE_MS } from "#contract/durations.ts";
import css from "#web/console/case/claim-bar.module.css";
import type { Claim } from "#web/console/case/claims.ts";
import type { ClaimControl } from "#web/console/case/use-claim.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { PickChip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

export function ClaimBar({ claim, held, onToggle }: { claim: Claim; held: ClaimControl; onToggle: () => void }) {
  const now = useNow();
  const left = claim === null ? 0 : Date.parse(claim.until) - now;
  const isClaimed = left > 0 || held.isClaiming;
  const words = isClaimed ? "Yours until you leave it" : "Not claimed. Others can take this case.";
  return (
    <section className={css.bar} aria-label="Claim">
      <p className={classNames(typography.small, typography.muted, css.text)}>
        {left > 0 ? `${words}, ${Math.max(1, Math.floor(left / MINUTE_MS))} min at most` : words}
      </p>
      {isClaimed && (
        <PickChip pressed={held.isKept} onPress={() => held.setKept(!held.isKept)}>
          Keep when I leave
        </PickChip>
      )}
      <Button variant="quiet" aria-keyshortcuts="r" onClick={onToggle}>
        {isClaimed ? "Release" : "Claim"}
      </Button>
    </section>
  );
}
