import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import type { CrushLists } from "#contract/crushes.ts";
import css from "#web/features/crushes/crush-tabs.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import tabs from "#web/ui/tabs.module.css";
import typography from "#web/ui/typography.module.css";

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

interface Props {
  /** Undefined while they are not known. */
  lists: CrushLists | undefined;
  chosen: CrushTabId;
  onChoose: (tab: CrushTabId) => void;
  /** The chosen list. */
  children: ReactNode;
}

/** The four counts, each one the way to its list. Arrow keys go along them, Enter opens one: each is a page of its own. */
export function CrushTabs({ lists, chosen, onChoose, children }: Props) {
  return (
    <Tabs.Root value={chosen} onValueChange={(tab) => onChoose(tab as CrushTabId)} activationMode="manual">
      <Tabs.List className={classNames(tabs.tabs, css.tabs)} aria-label="My Crushes">
        {CRUSH_TABS.map(({ id, list, label }) => (
          <Tabs.Trigger key={id} value={id} className={classNames(tabs.tab, css.tab)}>
            <b className={classNames(typography.display, typography.d32, typography.number, css.count)}>
              {lists ? lists[list].length : <Skeleton className={css.unknown} />}
            </b>{" "}
            <span className={css.label}>{label}</span>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {CRUSH_TABS.map(({ id }) => (
        <Tabs.Content key={id} value={id} className={tabs.panel}>
          {id === chosen && children}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
