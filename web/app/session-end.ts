import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { useScreen } from "#web/features/chrome/screen.ts";
import { LOGGED_OUT_MESSAGE, session, useSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.tsx";

/**
 * When the login ends: away from the member's screens, then what they held is forgotten. Whoever pressed Logout goes home.
 * A login that ended otherwise is a visitor's from now on: the routes know where such a one may stay. When another member
 * logs in elsewhere in this browser, everything is asked anew.
 */
export function useSessionEnd(): void {
  const token = useSession()?.token;
  const before = useRef(token);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { kind } = useScreen();

  const leave = useEffectEvent(async (): Promise<void> => {
    const why = session.ending();
    // On a public screen nothing of what was being done is lost, so nothing needs to be said.
    if (why === "refused" && kind === "app") toast(LOGGED_OUT_MESSAGE, undefined, "login");
    // Whoever is suspended could log in as often as they like: the contact page says so.
    if (why === "suspended" && kind === "app") await navigate("/contact", { state: why });
    else await (why === "logout" ? navigate("/") : revalidate());
  });

  useEffect(() => {
    // The inline script of `index.html` only saw that something is stored, not whether it is a login.
    document.documentElement.dataset["auth"] = token ? "member" : "visitor";
    const was = before.current;
    before.current = token;
    if (!was || was === token) return;
    const cache = import("#web/lib/query.ts").then(({ queryClient }) => queryClient);
    if (token) void cache.then((queryClient) => queryClient.resetQueries());
    else {
      // The member side does so, too, but it may not have been there yet.
      import("#web/features/messages/clear-local-data.ts").then((file) => file.clearLocalData()).catch(() => {});
      void Promise.all([cache, leave()]).then(([queryClient]) => queryClient.clear());
    }
  }, [token]);
}
