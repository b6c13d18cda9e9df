import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import type { CrushLists } from "#contract/crushes.ts";
import css from "#web/features/crushes/crush-tabs.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import tabs from "#web/ui/tabs.module.css";
import typography from "#web/ui/typography.module.css";

/** The four lists. `id` is the value of the `tab` query parameter. */
export const CRUSH_TABS = [
  { id: "received", list: "crushesReceived", label: "Crushes Received" },
  { id: "sent", list: "crushesSent", label: "Crushes Sent" },
  { id: "matches", list: "matches", label: "Matches" },
  { id: "active", list: "activeConnections", label: "Active Connections" },
] as const satisfies readonly { id: string; list: keyof CrushLists; label: string }[];

export type CrushTabId = (typeof CRUSH_TABS)[number]["id"];

export const parseCrushTab = (value: string | null): CrushTabId =>
  CRUSH_TABS.find(({ id }) => id === value)?.id ?? "received";

interface Props {
  /** Undefined while loading. */
  lists: CrushLists | undefined;
  chosen: CrushTabId;
  onChoose: (tab: CrushTabId) => void;
  children: ReactNode;
}

/**
 * Tabs with the four counts. Activation is manual, because each tab is a page of its own: arrow keys move, Enter opens.
 */
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
