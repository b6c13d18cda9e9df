import { type LoaderFunctionArgs, redirect, replace } from "react-router";
import { parseCheckoutReturn } from "#web/features/wallet/checkout-return-params.ts";
import { stripEntrySource } from "#web/lib/entry-source.ts";
import { toSafePath } from "#web/lib/safe-path.ts";
import { session } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.tsx";

/** The screen that somebody came to by a link of a mail or a push. */
let cameFor: string | undefined;

/**
 * On the way to a member's screen. Whoever comes by a link of a mail or a push gets there, after a login if there is none, or
 * if the one they have turns out to be over. Any other visitor without a token goes home; whoever comes back from paying just
 * then is told that nothing is lost.
 */
export async function requireLoginOrDeepLink({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  // Requests know no fragment.
  const isHere = location.pathname === pathname && location.search === search;
  const asked = pathname + search + (isHere ? location.hash : "");
  const path = stripEntrySource(asked);
  const isMarked = path !== asked;
  if (isMarked) cameFor = path;
  if (session.read()) return isMarked ? replace(path) : null;
  if (path === cameFor) {
    const { wantScreen } = await import("#web/features/accounts/accounts.queries.ts");
    wantScreen(toSafePath(path, location.origin));
    return replace("/?login=true");
  }
  if (parseCheckoutReturn(search)?.outcome === "success") {
    toast("You have been logged out. What you paid for arrives: log in to see it.", undefined, "login");
  }
  return redirect("/");
}
