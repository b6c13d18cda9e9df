import { useEffect } from "react";
import { useBlocker } from "react-router";
import { drafts } from "#web/console/case/drafts.ts";
import { ConfirmDialog } from "#web/console/confirm-dialog.tsx";
import { useStore } from "#web/lib/store.ts";

export const LOST = "What you have chosen or written here and not sent is lost.";

/**
 * Before drafts are lost: by a key, a link, the browser's way back, by closing the page or by releasing the case.
 * @param isReleasing the person has asked to release it
 */
export function LeaveQuestion({
  isReleasing,
  onRelease,
  onKeep,
}: {
  isReleasing: boolean;
  onRelease: () => void;
  onKeep: () => void;
}) {
  const isBegun = useStore(drafts).size > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => drafts.read().size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isBegun) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isBegun]);
  return (
    <>
      <ConfirmDialog
        open={blocker.state === "blocked"}
        title="Leave this case?"
        text={LOST}
        confirm="Leave"
        onConfirm={() => blocker.proceed?.()}
        // The browser is on its way back then, which a reset would block again.
        onClose={(isConfirmed) => !isConfirmed && blocker.reset?.()}
      />
      <ConfirmDialog
        open={isReleasing}
        title="Release this case?"
        text={LOST}
        confirm="Release"
        onConfirm={onRelease}
        onClose={onKeep}
      />
    </>
  );
}
