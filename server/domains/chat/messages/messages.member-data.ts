import { sql } from "kysely";
import type { MessageKind } from "#contract/chat/messages.ts";
import { timeOfReadingSql } from "#server/domains/chat/messages/messages.queries.ts";
import { purgeEndedConversations, purgeMessagesOf } from "#server/domains/chat/messages/messages.service.ts";
import { imageFile, jsonWithList, textFile } from "#server/domains/members/member-data/archive.ts";
import {
  DERIVED,
  fields,
  ID,
  IMAGE_METADATA,
  type MemberData,
  ORDER,
  readPages,
  rows,
  shown,
  within,
} from "#server/domains/members/member-data/member-data.ts";
import {
  isOverSql,
  isPastSql,
  mineSql,
  nameSql,
  READ_AT,
} from "#server/domains/members/relationships/relationships.queries.ts";
import { checkSql, isoSql } from "#server/domains/moderation/image-checks/image-checks.queries.ts";

interface Conversation {
  readonly id: string;
  readonly with: string;
  /** As the database writes it: a `Date` has no microseconds. */
  readonly at: string;
  /** Neither side can read it any more. */
  readonly isPast: boolean;
}

/** SQL condition: the other member's messages are hidden. */
const isEndedSql = sql`(${isOverSql} and mine.orphaned_at is null)`;

const PAGE = 500;

/** By the times of the matches. @param after the last one of the page before */
const conversationsAfter = (after: Pick<Conversation, "at" | "id"> | null) =>
  rows<Conversation>(
    {
      id: sql`relationship_id`,
      at: sql`matched_at::text`,
      with: nameSql,
      matchedAt: sql`matched_at`,
      readUpTo: { of: READ_AT, sql: sql`my_read_at` },
      isOver: isEndedSql,
      isPast: isPastSql,
    },
    (me) => sql`${mineSql(me)} where last_sequence > 0 and (${after?.id ?? null}::uuid is null
      or (matched_at, relationship_id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by matched_at, relationship_id limit ${PAGE}`,
  );

const isOwnSql = sql`(sender_id = mine.member_id)`;
const ofSides = (own: string, theirs: string) =>
  sql`case when ${isOwnSql} then ${sql.ref(own)} else ${sql.ref(theirs)} end`;

/** With the changes that the member made. */
const dateSql = sql`(
  select json_build_object(
    'state', state, 'sport', sport, 'timeZone', time_zone, 'minutes', minutes, 'place', place, 'effort', effort,
    'agreedBefore', earlier, 'changes', (
      select json_agg(change - 'by') from jsonb_array_elements(history) as change
      where (change ->> 'by' = 'sender') = ${isOwnSql}),
    'times', array(select ${isoSql("at")} from unnest(times) with ordinality as each (at, nth) order by nth),
    'startsAt', ${isoSql("starts_at")}, 'changedAt', ${isoSql("changed_at")},
    'onMyWayAt', case when ${isOwnSql} then ${isoSql("sender_on_way_at")} else ${isoSql("receiver_on_way_at")} end)
  from workout_dates where message_id = messages.id)`;

interface Message {
  readonly sequence: number;
  readonly own: boolean;
  readonly from: string;
  readonly kind: MessageKind;
  readonly text: string;
  readonly picture: string | null;
  readonly check: object | null;
  readonly date: object | null;
}

/** Undeleted ones; in an ended conversation the member's own only. */
const messagesAfter = (relationshipId: string, after: number) =>
  rows<Message>(
    {
      sequence: sql`sequence`,
      own: isOwnSql,
      from: {
        of: "messages.sender_id",
        sql: sql`case when ${isOwnSql} then (select username from profiles as own where own.member_id = mine.member_id)
          else ${nameSql} end`,
      },
      ...fields("messages", "kind content:text attachment_key:picture"),
      check: sql`case when ${isOwnSql} then ${checkSql} end`,
      date: dateSql,
      sentAt: "messages.created_at",
      readAt: {
        of: "messages.last_receipt_at",
        sql: sql`case when ${isOwnSql} then ${timeOfReadingSql("receipt", "mine.their")}
          else ${timeOfReadingSql("read", "mine.my")} end`,
      },
      reaction: { of: "messages.sender_reaction", sql: ofSides("sender_reaction", "receiver_reaction") },
      theirReaction: sql`case when not ${isEndedSql} then ${ofSides("receiver_reaction", "sender_reaction")} end`,
      repliesToMessageOf: {
        of: "messages.reply_to_sequence",
        sql: sql`(select created_at from messages as quoted
          where quoted.relationship_id = messages.relationship_id and quoted.sequence = messages.reply_to_sequence)`,
      },
    },
    (me) => sql`${mineSql(me)} join messages on messages.relationship_id = mine.relationship_id
      left join image_checks on key = attachment_key
      where messages.relationship_id = ${relationshipId} and sequence > ${after} and messages.deleted_at is null
        and (${isOwnSql} or not ${isEndedSql})
      order by sequence limit ${PAGE}`,
  );

/** The pictures that a member has sent in a conversation and not deleted. */
const picturesAfter = (relationshipId: string, after: number) =>
  rows<{ sequence: number; key: string }>(
    { sequence: sql`sequence`, key: sql`attachment_key` },
    (me) => sql`messages where relationship_id = ${relationshipId} and sender_id = ${me} and sequence > ${after}
      and attachment_key is not null and deleted_at is null order by sequence limit ${PAGE}`,
  );

/** Windows does not allow a trailing dot in a folder's name. */
const folderOf = (nth: number, name: string): string =>
  `conversations/${String(nth).padStart(4, "0")} ${name}`.replace(/[. ]+$/, "");

export const memberData: MemberData = {
  tables: {
    messages: {
      withheld: {
        [ID]: "id relationship_id client_id",
        "messages are exported in this order": "sequence",
        [ORDER]: "revision",
        "exported as readAt of earlier messages that were received": "last_read_at",
        "exported as readAt of messages that were read in an earlier version": "read_at receipt_at",
        "exported with deleted/messages.json": "deleted_at",
        [IMAGE_METADATA]: "width height thumbhash",
        [DERIVED]: "check_state",
      },
      kept: "as deleted ones, while the other member can read or report the conversation",
    },
    conversation_settings: { withheld: { [ID]: "member_id relationship_id" }, erased: { phase: "messages" } },
  },
  export: {
    "conversations/": {
      showsIn: {
        "conversations/*.json": {
          ...Object.fromEntries(READ_AT.map((column) => [column, "readUpTo"])),
          ...within("messages", messagesAfter("", 0).shows),
          "messages.receiver_reaction": ["messages.*.reaction", "messages.*.theirReaction"],
          ...within(
            "messages.*.date",
            shown(
              "workout_dates",
              `state changed_at sport times time_zone minutes place effort earlier:agreedBefore starts_at
                sender_on_way_at:onMyWayAt history:changes`,
            ),
          ),
        },
      },
      async *files(ctx, me) {
        let nth = 0;
        const all = readPages((last?: Conversation) => conversationsAfter(last ?? null).read(ctx, me));
        for await (const { id, isPast, ...rest } of all) {
          const head = { ...rest, at: undefined };
          const folder = folderOf(++nth, head.with);
          const nameOf = (sequence: number) => `${folder}/${sequence}.webp`;
          async function* messages() {
            if (isPast) return;
            const pages = readPages((last?: Message) => messagesAfter(id, last?.sequence ?? 0).read(ctx, me));
            for await (const { sequence, own, text, picture: key, check, date, ...message } of pages) {
              const name = own && key !== null ? nameOf(sequence) : null;
              const { from, kind, ...rest } = message;
              yield {
                from,
                kind,
                ...(kind === "image" ? { picture: name, check } : { text }),
                ...(date && { date }),
                ...rest,
              };
            }
          }
          yield textFile(`${folder}.json`, jsonWithList(head, "messages", messages()));
          if (isPast) continue;
          const pictures = readPages((last?: { sequence: number }) =>
            picturesAfter(id, last?.sequence ?? 0).read(ctx, me),
          );
          for await (const { sequence, key } of pictures) yield* imageFile(ctx, nameOf(sequence), key);
        }
      },
    },
  },
  erase: { messages: ({ ctx, tx, id, ...ended }) => purgeMessagesOf(ctx, tx, id, ended) },
  expire: [purgeEndedConversations],
};
