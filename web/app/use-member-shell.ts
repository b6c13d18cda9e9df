import { useEffect, useState } from "react";
import { load } from "#web/app/lazy-screens.ts";
import { runWhenIdle } from "#web/lib/when-idle.ts";

/** Visitors never load it: realtime events, the match celebration and the badges. */
const loadShell = () => load("member-shell");
type MemberShellModule = Awaited<ReturnType<typeof loadShell>>;

/**
 * Loads the member shell for a member once the browser is idle, because the first screen needs the network and the
 * processor more. Without a network it is loaded when there is one again. @returns undefined until then
 */
export function useMemberShell(isMember: boolean): MemberShellModule | undefined {
  const [shell, setShell] = useState<MemberShellModule>();
  const isMissing = isMember && !shell;
  useEffect(() => {
    if (!isMissing) return;
    const tryToLoad = () =>
      void loadShell().then(setShell, (error) => {
        if (navigator.onLine) console.error("The member shell did not load", error);
      });
    runWhenIdle(tryToLoad);
    addEventListener("online", tryToLoad);
    return () => removeEventListener("online", tryToLoad);
  }, [isMissing]);
  return shell;
}
