import { useInfiniteQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import type { LogEntry } from "#contract/moderation/audit-log.ts";
import { ConsoleLink } from "#web/console/console-link.tsx";
import { FilterSelect, personOptions, useFilters } from "#web/console/filters.tsx";
import { nameOf } from "#web/console/item-names.ts";
import css from "#web/console/record-page.module.css";
import { MoreRecords, RecordPage, RecordsError, RecordsWaiting, useShown } from "#web/console/record-page.tsx";
import { logQuery } from "#web/console/records.queries.ts";
import { exactTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextInput } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

function Target({ target: { _id, kind, name } }: { target: NonNullable<LogEntry["target"]> }) {
  if (kind === "other") return <span className={classNames(typography.small, typography.muted)}>{_id}</span>;
  if (kind === "staff") return <span>{name}</span>;
  return (
    <ConsoleLink to={kind === "case" ? `/cases/${_id}` : `/members/${_id}`}>
      {kind === "case" ? `Case about ${name ?? "a deleted account"}` : nameOf(name, _id)}
    </ConsoleLink>
  );
}

function Entries({ entries }: { entries: readonly LogEntry[] }) {
  const now = useNow();
  return (
    <ul className={css.list}>
      {entries.map(({ _id, at, by, action, target, reason, details }) => (
        <li key={_id} className={css.row}>
          <span>
            <span className={typography.strong}>{by}</span>: {action}
          </span>
          {target && <Target target={target} />}
          {reason !== "" && <span className={typography.small}>{reason}</span>}
          <span className={classNames(typography.small, typography.muted)}>
            {[exactTime(at, now), ...details.map(({ name, value }) => `${name} ${value}`)].join(", ")}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** @param about the id that the list is filtered by */
function AboutField({ about = "", onChange }: { about: string | undefined; onChange: (id: string) => void }) {
  const [text, setText] = useState(about);
  const id = ID.exec(text)?.[0];
  const isMistake = text.trim() !== "" && id === undefined;
  return (
    <Field label="About" error={isMistake ? "An id or a link has 36 characters of it." : undefined}>
      {(control) => (
        <TextInput
          {...control}
          placeholder="Id or link of a member or case"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            const next = ID.exec(target.value)?.[0] ?? "";
            if (next !== about && (next !== "" || target.value.trim() === "")) onChange(next.toLowerCase());
          }}
        />
      )}
    </Field>
  );
}

/** What staff and operators did and read, the latest first. It grows with each look at it, so it is not read by itself. */
export function LogPage() {
  const { get, set } = useFilters();
  const [by, action, about] = [get("by"), get("action"), get("about")];
  const query = useInfiniteQuery(logQuery({ by, action, about }));
  const first = useShown(query.data?.pages[0]);
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <RecordPage
      title="Log"
      aside={
        <IconButton label="Read again" onClick={() => void query.refetch()}>
          <RotateCw />
        </IconButton>
      }
    >
      <div className={css.filters}>
        <FilterSelect
          label="Person"
          all="Everybody"
          options={personOptions(first?.people ?? [])}
          value={by}
          onChange={(value) => set("by", value)}
        />
        <FilterSelect
          label="Action"
          all="All actions"
          options={(first?.actions ?? []).map((one) => ({ value: one, label: one }))}
          value={action}
          onChange={(value) => set("action", value)}
        />
        <AboutField about={about} onChange={(id) => set("about", id)} />
      </div>
      {query.isPending ? (
        <RecordsWaiting />
      ) : entries.length > 0 || query.hasNextPage ? (
        <>
          {entries.length > 0 && <Entries entries={entries} />}
          <MoreRecords query={query} isEmpty={entries.length === 0} />
        </>
      ) : query.error ? (
        <RecordsError title="The log did not load" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <EmptyState title="No entry like that" />
      )}
    </RecordPage>
  );
}
