import { lazy, Suspense } from "react";
import { useHeldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { loadScreenPart } from "#web/lib/stale-chunks.ts";

const Dialog = lazy(async () => {
  const file = await loadScreenPart(() => import("#web/screens/browse/stale-crush-dialog.tsx"));
  return { default: file.StaleCrushDialog };
});

/** Asks before a crush is sent that Spotter could not be reached for during the last hour. */
export function StaleCrushQuestion() {
  const crush = useHeldCrushes().find(({ state }) => state === "stale");
  return (
    crush && (
      <Suspense>
        <Dialog key={crush.memberId} crush={crush} />
      </Suspense>
    )
  );
}
