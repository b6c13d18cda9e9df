import { useEffect } from "react";
import { useLocation } from "react-router";
import type { OwnReport } from "#contract/moderation/reports.ts";
import { useOwnReports } from "#web/domains/moderation/reports/own-reports.queries.ts";
import { formatDate } from "#web/lib/format-date.ts";
import { MemberList } from "#web/screens/settings/privacy/member-list.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { ListItem } from "#web/ui/list-item.tsx";

const EMPTY = {
  word: "None",
  text: "When you report somebody, you find the report here, and what became of it.",
} as const;
/** The id of the heading, and the fragment to which the toast after a report leads. */
const ID = "own-reports";
const INTRO = "Only you see them. What we decide about somebody stays between us and them.";

const STATES = {
  upheld: "Decided: we acted.",
  noted: "Decided: you were right. We decided nothing new because of it.",
  not_upheld: "Decided: we found nothing against our rules.",
  refunded: "Decided: if you sent a crush, you have back what it cost.",
  unexamined: "Closed without a closer look.",
} as const;

const stateOf = ({ outcome }: OwnReport): string => (outcome ? STATES[outcome] : "We are looking at it.");

/** The reports that the member has sent, with their numbers and outcomes. */
export function OwnReports() {
  const query = useOwnReports();
  const { hash } = useLocation();
  const isTarget = hash === `#${ID}` && query.data !== undefined;
  useEffect(() => {
    if (!isTarget) return;
    const section = document.getElementById(ID)?.closest("section");
    section?.scrollIntoView({ block: "start" });
    section?.focus({ preventScroll: true });
  }, [isTarget]);
  return (
    <MemberList
      id={ID}
      title="Your reports"
      intro={INTRO}
      empty={EMPTY}
      query={query}
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
        >
          {report.objectToken !== null && (
            <ButtonLink variant="line" to={`/appeal/${report.objectToken}`}>
              Object
            </ButtonLink>
          )}
        </ListItem>
      )}
    />
  );
}
