import { useEffect, useState } from "react";
import { useBlocker, useLocation } from "react-router";
import { session } from "#web/lib/session.ts";
import { registerLeavePrompt } from "#web/lib/unsaved-changes.ts";
import { Confirm } from "#web/ui/confirm.tsx";

interface Props {
  dirty: boolean;
  /** The changes are a draft on this device until a logout. */
  isKept?: boolean;
}

/** Asks for confirmation before a navigation, a logout or closing the page while changes are unsaved. */
export const UnsavedChangesGuard = ({ dirty, isKept = false }: Props) => dirty && <ActiveGuard isKept={isKept} />;

/** Mounted only while there are changes: React Router warns about any active blocker when the URL is edited by hand. */
function ActiveGuard({ isKept }: { isKept: boolean }) {
  const { pathname } = useLocation();
  const blocker = useBlocker(
    // Not asked again while the next screen renders, nor after the session was ended, when saving is impossible.
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname === pathname && nextLocation.pathname !== pathname && session.read() !== null,
  );
  const logout = useLogoutConfirm();
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", preventUnload);
    return () => window.removeEventListener("beforeunload", preventUnload);
  }, []);
  const answer = (leave: boolean) => {
    logout.answer?.(leave);
    if (leave) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <Confirm
      hasHistory={false}
      open={blocker.state === "blocked" || logout.answer !== undefined}
      title="Leave without saving?"
      text={
        isKept && blocker.state === "blocked"
          ? "What you changed is kept on this device, but nobody sees it until you save."
          : "What you changed here is not saved yet."
      }
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  );
}

/** While a logout waits for confirmation, `answer` resolves it. */
function useLogoutConfirm(): { answer: ((leave: boolean) => void) | undefined } {
  const [answer, setAnswer] = useState<(leave: boolean) => void>();
  useEffect(() => {
    return registerLeavePrompt(async () => {
      const decision = Promise.withResolvers<boolean>();
      setAnswer(() => decision.resolve);
      const leave = await decision.promise;
      setAnswer(undefined);
      return leave;
    });
  }, []);
  return { answer };
}
