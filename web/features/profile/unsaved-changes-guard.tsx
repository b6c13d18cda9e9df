import { useEffect, useState } from "react";
import { useBlocker, useLocation } from "react-router";
import { session } from "#web/lib/session.ts";
import { registerLeavePrompt } from "#web/lib/unsaved-changes.ts";
import { Confirm } from "#web/ui/confirm.tsx";

/**
 * Asks before changes that are not saved are left behind: here for another screen and before a logout, in the browser for
 * another page.
 */
export const UnsavedChangesGuard = ({ dirty }: { dirty: boolean }) => dirty && <ActiveGuard />;

/** Only there while there is something to keep: the router complains of any guard where an address is typed by hand. */
function ActiveGuard() {
  const { pathname } = useLocation();
  const blocker = useBlocker(
    // Who has left is not asked again while the next screen is being drawn, and whoever was logged out cannot save any more.
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname === pathname && nextLocation.pathname !== pathname && session.read() !== null,
  );
  const logout = useLogoutConfirm();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  const answer = (leave: boolean) => {
    logout.answer?.(leave);
    if (leave) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <Confirm
      open={blocker.state === "blocked" || logout.answer !== undefined}
      title="Leave without saving?"
      text="What you changed here is not saved yet."
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  );
}

/** While a logout waits for an answer, `answer` gives it. */
function useLogoutConfirm(): { answer: ((leave: boolean) => void) | undefined } {
  const [answer, setAnswer] = useState<(leave: boolean) => void>();
  useEffect(() => {
    return registerLeavePrompt(async () => {
      const asked = Promise.withResolvers<boolean>();
      setAnswer(() => asked.resolve);
      const leave = await asked.promise;
      setAnswer(undefined);
      return leave;
    });
  }, []);
  return { answer };
}
