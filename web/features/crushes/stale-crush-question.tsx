import { lazy, Suspense } from "react";
import { useHeldCrushes } from "#web/features/crushes/held-crushes.ts";

const Dialog = lazy(() =>
  import("#web/features/crushes/stale-crush-dialog.tsx").then((file) => ({ default: file.StaleCrushDialog })),
);

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
