import { useInfiniteQuery } from "@tanstack/react-query";
import { ACT_NAMES, type ActName } from "#contract/moderation/acts.ts";
import { RULE_KEYS, RULES, type RuleKey } from "#contract/moderation/rules.ts";
import { labelOfAct } from "#web/console/decision/act-options.ts";
import { DecisionList } from "#web/console/decisions/decision-list.tsx";
import type { Session } from "#web/console/entrance/session.queries.ts";
import { FilterSelect, personOptions, useFilters } from "#web/console/filters.tsx";
import css from "#web/console/record-page.module.css";
import { MoreRecords, RecordPage, RecordsError, RecordsWaiting, useShown } from "#web/console/record-page.tsx";
import { decisionsQuery } from "#web/console/records.queries.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";

const oneOf = <T extends string>(known: readonly T[], value: string | undefined): T | undefined =>
  known.find((one) => one === value);

const ACTS = ACT_NAMES.map((act) => ({ value: act, label: labelOfAct(act) }));
const RULE_OPTIONS = RULE_KEYS.map((rule) => ({ value: rule, label: RULES[rule] }));

/** Closed cases, and decisions outside of a case: one row for each decision, the latest first. */
export function DecisionsPage({ session }: { session: Session }) {
  const { get, set } = useFilters();
  const [by, act, rule] = [get("by"), oneOf<ActName>(ACT_NAMES, get("act")), oneOf<RuleKey>(RULE_KEYS, get("rule"))];
  const query = useInfiniteQuery(decisionsQuery({ by, act, rule }));
  const people = useShown(query.data?.pages[0]?.people) ?? [];
  const decisions = query.data?.pages.flatMap((page) => page.decisions) ?? [];
  const isFiltered = (by ?? act ?? rule) !== undefined;
  return (
    <RecordPage title="Decisions">
      <div className={css.filters}>
        <FilterSelect
          label="Decided by"
          all="Everybody"
          options={personOptions(people)}
          value={by}
          onChange={(value) => set("by", value)}
        />
        <FilterSelect label="Act" all="All acts" options={ACTS} value={act} onChange={(value) => set("act", value)} />
        <FilterSelect
          label="Rule"
          all="All rules"
          options={RULE_OPTIONS}
          value={rule}
          onChange={(value) => set("rule", value)}
        />
      </div>
      {query.isPending ? (
        <RecordsWaiting />
      ) : decisions.length > 0 || query.hasNextPage ? (
        <>
          {decisions.length > 0 && <DecisionList decisions={decisions} session={session} isNamed />}
          <MoreRecords query={query} isEmpty={decisions.length === 0} />
        </>
      ) : query.error ? (
        <RecordsError title="The decisions did not load" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <EmptyState title={isFiltered ? "No decision like that" : "Nothing is decided yet"} />
      )}
    </RecordPage>
  );
}
