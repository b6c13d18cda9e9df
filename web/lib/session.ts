import { useSyncExternalStore } from "react";

/** Who is logged in on this device: kept in local storage, told to every tab. */
export interface Session {
  readonly token: string;
  readonly user: { readonly _id: string; readonly username: string };
}

/**
 * What ended a login: its owner, the server that does not know the token any more, a suspension of the account, or another
 * tab of this browser.
 */
export type SessionEndReason = "logout" | "refused" | "suspended" | "elsewhere";

/** What is said where a login has ended by itself. */
export const LOGGED_OUT_MESSAGE = "You have been logged out. Please log in again.";

const listeners = new Set<() => void>();
let ending: SessionEndReason = "elsewhere";
let seen: { token: string | null; user: string | null; value: Session | null } | undefined;

/** The stored session. The same object until it changes, as React's stores want it. */
function read(): Session | null {
  const token = localStorage.getItem("token");
  const user = localStorage.getItem("user");
  if (seen && seen.token === token && seen.user === user) return seen.value;
  seen = { token, user, value: parse(token, user) };
  return seen.value;
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

function changed(): void {
  document.documentElement.dataset["auth"] = read() ? "member" : "visitor";
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const session = {
  read,
  subscribe,
  start({ token, user }: Session): void {
    localStorage.setItem("token", token);
    localStorage.setItem("user", JSON.stringify({ username: user.username, _id: user._id }));
    changed();
  },
  /** Forgets the login on this device. Whoever listens leaves the member's screens. */
  end(why: Exclude<SessionEndReason, "elsewhere">): void {
    ending = why;
    localStorage.removeItem("token");
    localStorage.removeItem("user");
    localStorage.setItem("returningUser", "true");
    // What was being written stays with nobody.
    sessionStorage.clear();
    changed();
  },
  /** How the last login of this page ended. */
  ending: (): SessionEndReason => ending,
  /**
   * Whether the last login of this page was ended for good, by its owner or a suspension. One that the server only refused
   * may come back, and one that another tab ended is that tab's to clean up after.
   */
  isOver: (): boolean => ending === "logout" || ending === "suspended",
};

/** The session, or null for a visitor; always null while a page is prerendered and hydrated. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, read, () => null);

function changedElsewhere({ key }: StorageEvent): void {
  // Without a key all was cleared.
  if (key === "token" || key === null) ending = "elsewhere";
  changed();
}

if (typeof window !== "undefined") window.addEventListener("storage", changedElsewhere);
