import { sql } from "kysely";
import { DELETED_MEMBER } from "#contract/chat/conversations.ts";
import {
  ID,
  INHERITED_BLOCK,
  LIMIT,
  type MemberData,
  ORDER,
  rows,
  THEIRS,
} from "#server/domains/members/member-data/member-data.ts";
import {
  findBlockedMembers,
  hasOpenedCrushSql,
  isOverSql,
  isPastSql,
  mineSql,
  nameSql,
} from "#server/domains/members/relationships/relationships.queries.ts";
import { deleteEmptyRelationships } from "#server/domains/members/relationships/relationships.statements.ts";

const sides = (column: string) => [`relationships.a_${column}`, `relationships.b_${column}`];

const NOT_LISTED = "decides whether blocked.json has the block: a member who was not visible is not listed";

const settings = sql`
  select from conversation_settings as settings
  where settings.member_id = mine.member_id and settings.relationship_id = mine.relationship_id`;

const retainedBlocks = rows<{ username: string; keptUntil: Date }>(
  { username: sql`${DELETED_MEMBER}`, keptUntil: "retained_blocks.kept_until" },
  (me) => sql`retained_blocks where blocker_id = ${me} and listed and not inherited order by kept_until`,
);

export const memberData: MemberData = {
  tables: {
    relationships: {
      withheld: {
        [ID]: "id",
        "exported as isOver; when, and by which side, would reveal the other member's action": "ended_at",
        [ORDER]: "last_sequence revision active_at",
        "exported as readUpTo, and as readAt of each message": "a_read_sequence b_read_sequence",
        "the part of readUpTo that the other member was sent":
          "a_receipt_sequence b_receipt_sequence a_receipt_at b_receipt_at",
        [NOT_LISTED]: "a_block_listed b_block_listed",
        [INHERITED_BLOCK]: "a_block_inherited b_block_inherited",
        "the passes of passes.json that declined a crush": "a_declined b_declined",
        [THEIRS]: "orphaned_at",
        "there is nothing left to export": "emptied_at",
        [LIMIT]: "run_by_a run_length run_last_at",
      },
      kept: "while the other member can read or report the conversation",
    },
    retained_blocks: {
      withheld: { [ID]: "blocker_id blocked_id", [INHERITED_BLOCK]: "inherited", [NOT_LISTED]: "listed" },
      kept: "in case the blocked person returns",
      expires: sql`kept_until <= now()`,
    },
  },
  export: {
    "crushes.json": {
      sent: rows(
        {
          to: nameSql,
          at: { of: sides("crushed_at"), sql: sql`i_crushed_at` },
          about: { of: sides("crush_about"), sql: sql`my_crush_about` },
        },
        (me) => sql`${mineSql(me)} where i_crushed_at is not null order by i_crushed_at, relationship_id`,
      ),
      received: rows(
        {
          from: nameSql,
          at: { of: sides("crushed_at"), sql: sql`they_crushed_at` },
          about: { of: sides("crush_about"), sql: sql`their_crush_about` },
          opened: { of: sides("crush_opened"), sql: hasOpenedCrushSql(sql`mine.member_id`, sql`other_id`) },
        },
        (me) => sql`${mineSql(me)} where they_crushed_at is not null and not ${isOverSql}
          order by they_crushed_at, relationship_id`,
      ),
    },
    "matches.json": rows(
      {
        with: { of: ["relationships.member_a_id", "relationships.member_b_id"], sql: nameSql },
        at: { of: "relationships.matched_at", sql: sql`matched_at` },
        isOver: isOverSql,
        muted: {
          of: "conversation_settings.is_muted",
          sql: sql`not ${isPastSql} and exists (${settings} and is_muted)`,
        },
        archived: {
          of: "conversation_settings.archived_sequence",
          sql: sql`not ${isPastSql} and exists (${settings} and archived_sequence >= last_sequence)`,
        },
      },
      (me) => sql`${mineSql(me)} where matched_at is not null order by matched_at, relationship_id`,
    ),
    "blocked.json": {
      shows: { ...Object.fromEntries(sides("blocked_at").map((column) => [column, "*.at"])), ...retainedBlocks.shows },
      async read(ctx, me) {
        const blocked = await findBlockedMembers(ctx.db, me, null, undefined);
        return [
          ...blocked.map(({ username, blocked_at: at }) => ({ username, at })),
          ...(await retainedBlocks.read(ctx, me)),
        ];
      },
    },
  },
  erase: {
    relationships: ({ tx, ids, reportableIds }) =>
      deleteEmptyRelationships(
        tx,
        ids.filter((one) => !reportableIds.includes(one)),
      ),
  },
};
