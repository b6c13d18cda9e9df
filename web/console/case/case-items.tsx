import { COUNTED_MAX } from "#contract/limits.ts";
import type { CaseNotice, CaseReport } from "#contract/moderation/cases.ts";
import { countedUpTo } from "#contract/words.ts";
import { type Judgment, Report } from "#web/console/case/evidence.tsx";
import { MoreNotices, Notice, NotShown } from "#web/console/case/signals.tsx";

interface Items {
  readonly reports: readonly CaseReport[];
  readonly notices: readonly CaseNotice[];
}

/** Reports and the first notice: open ones before decided ones, and of these the one that is due first. */
export function orderItems({ reports, notices: [notice] }: Items): readonly (CaseReport | CaseNotice)[] {
  const rank = ({ isOpen }: CaseReport | CaseNotice): number => (isOpen ? 0 : 1);
  return [...(notice ? [notice] : []), ...reports].toSorted(
    (a, b) => rank(a) - rank(b) || Date.parse(a.dueAt) - Date.parse(b.dueAt),
  );
}

export function CaseItems({
  reports,
  notices,
  moreReports,
  moreNotices,
  subject,
  isShown,
  isDecided = false,
  judgmentOf,
}: Items & {
  moreReports: number;
  moreNotices: number;
  /** The name of the member. */
  subject: string;
  isShown: boolean;
  /** They are the evidence of a decision. */
  isDecided?: boolean;
  judgmentOf: (id: string) => Judgment | undefined;
}) {
  return (
    <>
      {orderItems({ reports, notices }).map((item) =>
        "kind" in item ? (
          <Notice key={item._id} notice={item} judgment={judgmentOf(item._id)} />
        ) : (
          <Report key={item._id} report={item} subject={subject} isShown={isShown} judgment={judgmentOf(item._id)} />
        ),
      )}
      {moreReports > 0 && (
        <NotShown what={countedUpTo(moreReports, COUNTED_MAX, "more report", "more reports")} isDecided={isDecided} />
      )}
      <MoreNotices notices={notices.slice(1)} more={moreNotices} isDecided={isDecided} judgmentOf={judgmentOf} />
    </>
  );
}
