import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useSession } from "#web/lib/session.ts";

/**
 * When the login ends, here, by a 401 or in another tab: away from the member's screens, then what they held is
 * forgotten. When another member logs in elsewhere in this browser, everything is asked anew.
 */
export function useSessionEnd(): void {
  const token = useSession()?.token;
  const before = useRef(token);
  const navigate = useNavigate();
  useEffect(() => {
    // The inline script of `index.html` only saw that something is stored, not whether it is a login.
    document.documentElement.dataset["auth"] = token ? "member" : "visitor";
    const was = before.current;
    before.current = token;
    if (!was || was === token) return;
    const cache = import("#web/lib/query.ts").then(({ queryClient }) => queryClient);
    if (token) void cache.then((queryClient) => queryClient.resetQueries());
    else void Promise.all([cache, navigate("/")]).then(([queryClient]) => queryClient.clear());
  }, [token, navigate]);
}
