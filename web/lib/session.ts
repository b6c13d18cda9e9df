import { createListeners, useStore } from "#web/lib/store.ts";

/** In local storage, shared by all tabs. */
export interface Session {
  readonly token: string;
  readonly user: { readonly _id: string; readonly username: string };
}

/** `refused`: the server rejected the token. `elsewhere`: another tab of this browser ended the session. */
export type SessionEndReason = "logout" | "refused" | "suspended" | "elsewhere";

export const LOGGED_OUT_MESSAGE = "You have been logged out. Please log in again.";

const listeners = createListeners();
let endReason: SessionEndReason = "elsewhere";
let cached: { token: string | null; user: string | null; value: Session | null } | undefined;

/** Returns the same object until the stored session changes, as `useSyncExternalStore` requires. */
function read(): Session | null {
  const token = localStorage.getItem("token");
  const user = localStorage.getItem("user");
  if (cached && cached.token === token && cached.user === user) return cached.value;
  cached = { token, user, value: parse(token, user) };
  return cached.value;
}

function parse(token: string | null, user: string | null): Session | null {
  if (!token || !user) return null;
  try {
    const { _id, username } = JSON.parse(user) as Session["user"];
    return _id && username ? { token, user: { _id, username } } : null;
  } catch {
    return null;
  }
}

function notifyListeners(): void {
  document.documentElement.dataset["auth"] = read() ? "member" : "visitor";
  listeners.notify();
}

export const session = {
  read,
  readInitial: () => null,
  subscribe: listeners.subscribe,
  start({ token, user }: Session): void {
    localStorage.setItem("token", token);
    localStorage.setItem("user", JSON.stringify({ username: user.username, _id: user._id }));
    notifyListeners();
  },
  end(reason: Exclude<SessionEndReason, "elsewhere">): void {
    endReason = reason;
    localStorage.removeItem("token");
    localStorage.removeItem("user");
    localStorage.setItem("returningUser", "true");
    // Holds unsaved text of the member.
    sessionStorage.clear();
    notifyListeners();
  },
  endReason: (): SessionEndReason => endReason,
};

/** Null for a visitor; always null while a page is prerendered and hydrated. */
export const useSession = (): Session | null => useStore(session);

function onStorage({ key }: StorageEvent): void {
  // `key` is null after `localStorage.clear()`.
  if (key === "token" || key === null) endReason = "elsewhere";
  notifyListeners();
}

/** Of the page that the browser may keep for Back; undefined while it is shown. */
let keptToken: string | null | undefined;

/**
 * A page that the browser has kept for Back misses the event. Nothing of another session may be seen in it, nor may it
 * send anything: it becomes visible before it is shown, and its listeners would read the other session.
 */
function onBack(event: Event): void {
  if (keptToken === undefined || document.visibilityState === "hidden") return;
  if (localStorage.getItem("token") === keptToken) {
    if (event.type === "pageshow") keptToken = undefined;
    return;
  }
  event.stopImmediatePropagation();
  document.documentElement.hidden = true;
  location.reload();
}

if (typeof window !== "undefined") {
  window.addEventListener("storage", onStorage);
  window.addEventListener("pagehide", () => {
    keptToken = cached?.token ?? null;
  });
  // On their way to the listeners of the page.
  window.addEventListener("visibilitychange", onBack, { capture: true });
  window.addEventListener("pageshow", onBack, { capture: true });
}
