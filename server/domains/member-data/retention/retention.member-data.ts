import { sql } from "kysely";
import type { MessageKind } from "#contract/chat/messages.ts";
import { RETENTION_DAYS } from "#contract/limits.ts";
import { imageFile, jsonFile, jsonWithList, textFile } from "#server/domains/members/member-data/archive.ts";
import {
  DELETED,
  fields,
  ID,
  IMAGE_METADATA,
  type MemberData,
  readPages,
  rows,
  within,
} from "#server/domains/members/member-data/member-data.ts";
import { nameSql } from "#server/domains/members/relationships/relationships.queries.ts";

interface DeletedMessage {
  readonly id: string;
  readonly to: string;
  readonly kind: MessageKind;
  readonly text: string;
  readonly picture: string | null;
}

const PAGE = 500;

/** @param after the id of the last message of the previous page */
const messagesAfter = (after: string | null) =>
  rows<DeletedMessage>(
    {
      id: sql`messages.id`,
      to: nameSql,
      kind: sql`kind`,
      text: "retained_messages.content",
      picture: "retained_messages.attachment_key",
      sentAt: sql`created_at`,
      deletedAt: sql`deleted_at`,
      keptUntil: "retained_messages.purge_after",
    },
    (me) => sql`retained_messages
      join messages on messages.id = message_id
      join relationship_sides as side on side.relationship_id = messages.relationship_id and side.member_id = sender_id
      left join profiles on profiles.member_id = side.other_id
      where sender_id = ${me} and purge_after > now() and (${after}::uuid is null or messages.id > ${after}::uuid)
      order by messages.id limit ${PAGE}`,
  );

const photos = rows<{ file: string }>(
  {
    ...fields("retained_photos", "key:file width height alt shown_from removed_at purge_after:keptUntil"),
  },
  (me) => sql`retained_photos where member_id = ${me} and purge_after > now() order by removed_at desc, key`,
);

const texts = rows(
  {
    ...fields("retained_texts", "bio prompts shown_from replaced_at purge_after:keptUntil"),
  },
  (me) => sql`retained_texts where member_id = ${me} and purge_after > now() order by replaced_at desc, id`,
);

const FOR_REPORTS = "for reports, for 30 days";

/** Reports expire them, because a report that comes in meanwhile keeps them. */
export const memberData: MemberData = {
  tables: {
    retained_messages: {
      withheld: { [ID]: "message_id relationship_id", [IMAGE_METADATA]: "width height thumbhash" },
      kept: FOR_REPORTS,
    },
    retained_photos: { withheld: { [ID]: "photo_id member_id", [IMAGE_METADATA]: "thumbhash" }, kept: FOR_REPORTS },
    retained_texts: { withheld: { [ID]: "id member_id" }, kept: FOR_REPORTS },
    retained_profiles: {
      withheld: { [DELETED]: "member_id username age gender location bio prompts interests looking_for purge_after" },
      kept: FOR_REPORTS,
    },
  },
  export: {
    "deleted/": {
      showsIn: {
        "deleted/messages.json": within("messages", messagesAfter(null).shows),
        "deleted/photos.json": photos.shows,
        "deleted/texts.json": texts.shows,
      },
      async *files(ctx, me) {
        const pictures: { name: string; key: string }[] = [];
        async function* messages() {
          const pages = readPages((last?: DeletedMessage) => messagesAfter(last?.id ?? null).read(ctx, me));
          for await (const { to, kind, text, picture: key, ...times } of pages) {
            const picture = `deleted/message ${pictures.length + 1}.webp`;
            if (key !== null) pictures.push({ name: picture, key });
            yield { to, kind, ...(key === null ? { text } : { picture }), ...times, id: undefined };
          }
        }
        yield textFile("deleted/messages.json", jsonWithList({ keptForDays: RETENTION_DAYS }, "messages", messages()));
        const removed = await photos.read(ctx, me);
        const nameOf = (i: number) => `deleted/photo ${i + 1}.webp`;
        yield jsonFile(
          "deleted/photos.json",
          removed.map((photo, i) => ({ ...photo, file: nameOf(i) })),
        );
        yield jsonFile("deleted/texts.json", await texts.read(ctx, me));
        for (const { name, key } of pictures) yield* imageFile(ctx, name, key);
        for (const [i, { file: key }] of removed.entries()) yield* imageFile(ctx, nameOf(i), key);
      },
    },
  },
};
