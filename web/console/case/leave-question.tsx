import { type RefObject, useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "#web/console/confirm-dialog.tsx";

/**
 * Before a decision that was begun is lost: by a key, a link, the browser's way back or by closing the page.
 * @param isOver the decision is made: the next case opens before this is rendered again
 */
export function LeaveQuestion({ isAsked, isOver }: { isAsked: boolean; isOver: RefObject<boolean> }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isAsked && !isOver.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isAsked) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isAsked]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      title="Leave without deciding?"
      text="What you have chosen and written in this case is lost."
      confirm="Leave"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
