import type { CrushLists } from "#contract/crushes.ts";

/** The four lists of My Crushes, by their name in the address. */
export const CRUSH_TABS = [
  { id: "received", list: "crushesReceived", label: "Crushes Received" },
  { id: "sent", list: "crushesSent", label: "Crushes Sent" },
  { id: "matches", list: "matches", label: "Matches" },
  { id: "active", list: "activeConnections", label: "Active Connections" },
] as const satisfies readonly { id: string; list: keyof CrushLists; label: string }[];

export type CrushTabId = (typeof CRUSH_TABS)[number]["id"];

/** The tab that an address names; the first one where it names none. */
export const parseCrushTab = (named: string | null): CrushTabId =>
  CRUSH_TABS.find(({ id }) => id === named)?.id ?? "received";
