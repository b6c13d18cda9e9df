import type { OwnReport } from "#contract/safety.ts";
import { MemberList } from "#web/features/safety/member-list.tsx";
import { useOwnReports } from "#web/features/safety/own-reports.queries.ts";
import { formatDate } from "#web/lib/format-date.ts";
import { ListItem } from "#web/ui/list-item.tsx";

const EMPTY_TEXT = "None. When you report somebody, you find the report here, and what became of it.";
const INTRO = "Only you see them. What we decide about somebody stays between us and them.";

const STATES = {
  upheld: "Decided: we acted.",
  not_upheld: "Decided: we found nothing against our rules.",
} as const;

const stateOf = ({ outcome }: OwnReport): string => (outcome ? STATES[outcome] : "We are looking at it.");

/** The reports that the member has sent, with their numbers and outcomes. */
export const OwnReports = () => (
  <MemberList
    id="own-reports"
    title="Your reports"
    intro={INTRO}
    empty={EMPTY_TEXT}
    query={useOwnReports()}
    row={(report) => (
      <ListItem
        key={report.number}
        title={report.number}
        note={
          <>
            {report.about === null ? "About a member who left" : `About ${report.about}`}, on{" "}
            {formatDate(report.sentAt)}
            <br />
            {stateOf(report)}
          </>
        }
      />
    )}
  />
);
