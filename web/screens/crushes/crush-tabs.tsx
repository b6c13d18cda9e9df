import type { ReactNode } from "react";
import type { CrushList } from "#contract/crushes/crush-lists.ts";
import type { CrushCounts } from "#contract/crushes/crushes.ts";
import { CRUSH_COUNT_MAX } from "#contract/limits.ts";
import css from "#web/screens/crushes/crush-tabs.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import typography from "#web/ui/typography.module.css";

/** The four lists. `id` is the value of the `tab` query parameter. */
export const CRUSH_TABS = [
  { id: "received", label: "Crushes Received" },
  { id: "sent", label: "Crushes Sent" },
  { id: "matches", label: "Matches" },
  { id: "active", label: "Active Connections" },
] as const satisfies readonly { id: CrushList; label: string }[];

export type CrushTabId = (typeof CRUSH_TABS)[number]["id"];

export const parseCrushTab = (value: string | null): CrushTabId =>
  CRUSH_TABS.find(({ id }) => id === value)?.id ?? "received";

/** '199+': more are not counted. */
export const formatCrushCount = (count: number): string =>
  count >= CRUSH_COUNT_MAX ? `${CRUSH_COUNT_MAX - 1}+` : String(count);

interface Props {
  /** Undefined while loading. */
  counts: CrushCounts | undefined;
  chosen: CrushTabId;
  onChoose: (tab: CrushTabId) => void;
  children: ReactNode;
}

/**
 * Tabs with the four counts. Activation is manual, because each tab is a page of its own: arrow keys move, Enter opens.
 */
export function CrushTabs({ counts, chosen, onChoose, children }: Props) {
  const isCapped = counts !== undefined && Object.values(counts).some((count) => count >= CRUSH_COUNT_MAX);
  const tabs = CRUSH_TABS.map(({ id, label }) => ({
    id,
    label: (
      <>
        <b className={classNames(typography.display, typography.d32, typography.number, css.count)}>
          {counts ? formatCrushCount(counts[id]) : <Skeleton className={css.unknown} />}
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
      className={classNames(css.tabs, isCapped && css.capped)}
      tabClassName={css.tab}
    >
      {children}
    </Tabs>
  );
}
