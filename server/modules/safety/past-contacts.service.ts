import { PAGE_SIZE } from "#contract/limits.ts";
import type { PastContact } from "#contract/safety.ts";
import type { Page } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/client.ts";
import { findCard } from "#server/modules/members/members.queries.ts";
import { blockError } from "#server/modules/relationships/relationships.policy.ts";
import { findRelationship, isVisible } from "#server/modules/relationships/relationships.queries.ts";
import { findPastContacts, isPastContact } from "#server/modules/safety/past-contacts.queries.ts";

/** Members with whom contact has ended recently, the latest contact first. */
export async function listPastContacts(ctx: Context, me: string, page: Page) {
  const limit = page.limit ?? PAGE_SIZE;
  const found = await findPastContacts(ctx.db, me, limit + 1, page.cursor);
  const rows = found.slice(0, limit);
  const contacts = rows.map(
    ({ other_id: _id, username, last_contact_at, is_blocked: isBlocked }): PastContact => ({
      _id,
      username,
      lastContactAt: last_contact_at.toISOString(),
      isBlocked,
    }),
  );
  return { contacts, nextCursor: found.length > limit ? (rows.at(-1)?.relationship_id ?? null) : null };
}

/**
 * Whether a member may report another: they are visible, in the member's list of blocks, or a past contact. Any other id
 * must be answered like one that nobody has.
 */
export async function canReport(db: Db, me: string, otherId: string): Promise<boolean> {
  if (await isVisible(db, me, otherId)) return true;
  if (blockError(await findRelationship(db, me, otherId)) === "blocked" && (await findCard(db, otherId))) return true;
  return isPastContact(db, me, otherId);
}
