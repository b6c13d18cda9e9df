import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { useScreen } from "#web/domains/site/chrome/screen.ts";
import { LOGGED_OUT_MESSAGE, session, useSession } from "#web/lib/session.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { toast } from "#web/ui/toast.tsx";

/** The first screen's data is requested before React renders, and the server may have ended the session by then. */
const tokenAtStart = typeof window === "undefined" ? undefined : session.read()?.token;

/**
 * When the session ends, leaves the screens of members and then clears the cache. Logout leads to the landing page; otherwise
 * the route guards decide whether a visitor may stay.
 */
export function useSessionEnd(): void {
  const token = useSession()?.token;
  const hydrated = useHydrated();
  const lastToken = useRef(hydrated ? tokenAtStart : token);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { kind } = useScreen();

  const leave = useEffectEvent(async (): Promise<void> => {
    const reason = session.endReason();
    // On a public screen the member loses nothing, so no toast is needed.
    if (reason === "refused" && kind === "app") toast(LOGGED_OUT_MESSAGE, undefined, "login");
    // Logging in again does not help a suspended member: the contact page explains why.
    if (reason === "suspended" && kind === "app") await navigate("/contact", { state: reason });
    else await (reason === "logout" ? navigate("/") : revalidate());
  });

  useEffect(() => {
    // `web/inline/page-state.ts` checks only that a token is stored, not that the session is valid.
    document.documentElement.dataset["auth"] = token ? "member" : "visitor";
    const previous = lastToken.current;
    lastToken.current = token;
    if (!previous || token) return;
    // The member shell clears it too, but may not have loaded yet.
    import("#web/domains/member-data/clear-local-data.ts").then((file) => file.clearLocalData()).catch(() => {});
    const cache = import("#web/lib/query.ts").then(({ queryClient }) => queryClient);
    void Promise.all([cache, leave()]).then(([queryClient]) => queryClient.clear());
  }, [token]);
}
