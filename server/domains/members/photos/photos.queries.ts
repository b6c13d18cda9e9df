import { sql } from "kysely";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import { canSee } from "#server/domains/members/relationships/relationships.queries.ts";
import { isImageSharedSql } from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import type { Db } from "#server/platform/db/client.ts";

/**
 * Whether a viewer in good standing may see a photo or an attachment now, and which of the two it is; undefined if not.
 * - A profile photo: neither member has blocked the other or ended contact, and its owner is active. A hidden owner's
 *   photo is visible to themselves and to members with a crush in either direction.
 * - An attachment: the match exists, or existed until the other member deleted their account.
 * - Until an image is checked, its owner alone sees it.
 * Files retained for reports are never visible.
 */
export async function findViewableContext(
  db: Db,
  key: string,
  viewerId: string,
): Promise<"profile" | "chat" | undefined> {
  const { rows } = await sql<{ place: "profile" | "chat" }>`
    with viewer as (select from members where id = ${viewerId} and ${isInGoodStandingSql("members")})
    select 'profile' as place from viewer, photos
      join members on members.id = photos.member_id
      left join relationship_sides as side on side.member_id = ${viewerId} and side.other_id = photos.member_id
      where photos.key = ${key} and (photos.member_id = ${viewerId}
        or (${canSee("side", "members")} and ${isImageSharedSql("photos")}))
    union all
    select 'chat' from viewer, messages
      join relationship_sides as side on side.relationship_id = messages.relationship_id
        and side.member_id = ${viewerId} and side.is_readable
      join members on members.id = side.other_id
        and (${isInGoodStandingSql("members")} or side.orphaned_at is not null)
      where messages.attachment_key = ${key}
        and (messages.sender_id = ${viewerId} or ${isImageSharedSql("messages")})`.execute(db);
  return rows[0]?.place;
}
