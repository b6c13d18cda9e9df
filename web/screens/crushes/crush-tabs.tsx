import type { ReactNode } from "react";
import type { CrushLists } from "#contract/crushes/crushes.ts";
import css from "#web/screens/crushes/crush-tabs.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
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
  const tabs = CRUSH_TABS.map(({ id, list, label }) => ({
    id,
    label: (
      <>
        <b className={classNames(typography.display, typography.d32, typography.number, css.count)}>
          {lists ? lists[list].length : <Skeleton className={css.unknown} />}
        </b>{" "}
        <span className={css.label}>{label}</span>
      </>
    ),
  }));
  return (
    <Tabs
      label="My Crushes"
      tabs={tabs}
      chosen={chosen}
      onChoose={onChoose}
      isManual
      className={css.tabs}
      tabClassName={css.tab}
    >
      {children}
    </Tabs>
  );
}
