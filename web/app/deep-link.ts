import { type LoaderFunctionArgs, redirect, replace } from "react-router";
import { parseCheckoutReturn } from "#web/domains/billing/checkout/checkout-return-params.ts";
import { stripEntrySource } from "#web/lib/entry-source.ts";
import { toSafePath } from "#web/lib/safe-path.ts";
import { session } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.tsx";

/** The screen that a link of an email or push requested. */
let requestedPath: string | undefined;

/**
 * Guards the screens of members. A link of an email or push leads to its screen, after a login if there is no session or it
 * has ended. Other visitors go to the landing page. After a checkout, a toast explains that the payment is not lost.
 */
export async function requireLoginOrDeepLink({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  // Requests have no fragment.
  const isCurrentLocation = location.pathname === pathname && location.search === search;
  const requested = pathname + search + (isCurrentLocation ? location.hash : "");
  const path = stripEntrySource(requested);
  const isDeepLink = path !== requested;
  if (isDeepLink) requestedPath = path;
  if (session.read()) return isDeepLink ? replace(path) : null;
  if (path === requestedPath) {
    const { setReturnPath } = await import("#web/domains/accounts/accounts.requests.ts");
    setReturnPath(toSafePath(path, location.origin));
    return replace("/?login=true");
  }
  if (parseCheckoutReturn(search)?.outcome === "success") {
    toast("You have been logged out. What you paid for arrives: log in to see it.", undefined, "login");
  }
  return redirect("/");
}
