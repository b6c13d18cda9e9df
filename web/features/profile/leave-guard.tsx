import { useEffect } from "react";
import { useBlocker } from "react-router";
import { session } from "#web/lib/session.ts";
import { Confirm } from "#web/ui/confirm.tsx";

/** Asks before changes that are not saved are left behind: here for another screen, in the browser for another page. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    // Whoever was logged out cannot save any more and is not kept.
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname && session.read() !== null,
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
  return (
    <Confirm
      open={blocker.state === "blocked"}
      title="Leave without saving?"
      text="What you changed here is not saved yet."
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
