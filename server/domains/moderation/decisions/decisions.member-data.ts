import { sql } from "kysely";
import type { Context } from "#server/context.ts";
import {
  FOR_OPERATORS,
  fields,
  ID,
  type MemberData,
  OPERATORS,
  ORDER,
  rows,
  SECRET,
  shown,
  within,
} from "#server/domains/members/member-data/member-data.ts";
import { KEPT_DAYS } from "#server/domains/moderation/reports/reports.service.ts";

const decisions = rows<{ id: string }>(
  {
    id: sql`id`,
    ...fields("decisions", "decided_at:at facts rule words automated undone_at:takenBackAt appeal_until"),
    acts: sql`array(select act from decision_acts where decision_id = decisions.id order by position)`,
  },
  (me) => sql`decisions where member_id = ${me} order by decided_at, id`,
);

const APPEAL = "words created_at:sentAt outcome answer decided_at";

const appeals = rows<{ decisionId: string }>(
  {
    decisionId: sql`decision_id`,
    ...fields("appeals", APPEAL),
  },
  (me) => sql`appeals where member_id = ${me}`,
);

/** Names no operator. */
async function readDecisions(ctx: Context, me: string) {
  const found = new Map((await appeals.read(ctx, me)).map(({ decisionId, ...appeal }) => [decisionId, appeal]));
  return (await decisions.read(ctx, me)).map(({ id, ...decision }) => ({ ...decision, appeal: found.get(id) ?? null }));
}

export const memberData: MemberData = {
  tables: {
    decisions: {
      withheld: {
        [ID]: "id member_id",
        [OPERATORS]: "case_id case_version decided_by stated_at undo_until undone_by",
        [SECRET]: "appeal_token_hash",
      },
      kept: FOR_OPERATORS,
      // Acts, appeals and restrictions go with them.
      expires: sql`member_id in (
        select id from members where deleted_at < now() - make_interval(days => ${KEPT_DAYS}))`,
    },
    decision_acts: {
      withheld: { [ID]: "decision_id", [ORDER]: "position", [OPERATORS]: "params result" },
      kept: FOR_OPERATORS,
    },
    appeals: { withheld: { [ID]: "id decision_id member_id", [OPERATORS]: "decided_by" }, kept: FOR_OPERATORS },
  },
  export: {
    "decisions.json": {
      decisions: {
        shows: { ...decisions.shows, "decision_acts.act": "*.acts.*", ...within("*.appeal", shown("appeals", APPEAL)) },
        read: readDecisions,
      },
    },
  },
};
