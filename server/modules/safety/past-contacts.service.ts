import { PAGE_SIZE } from "#contract/limits.ts";
import type { PastContact } from "#contract/safety.ts";
import type { Page } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/client.ts";
import { findMember } from "#server/modules/members/members.service.ts";
import { blockRefusal, isVisible } from "#server/modules/relationships/relationships.policy.ts";
import { pairOf } from "#server/modules/relationships/relationships.service.ts";
import { findPastContacts, isPastContact } from "#server/modules/safety/past-contacts.repo.ts";

/** People with whom contact has ended lately, the latest contact first. */
export async function readPastContacts(ctx: Context, me: string, page: Page) {
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
  return { contacts, nextCursor: found.length > limit ? (rows.at(-1)?.pair_id ?? null) : null };
}

/**
 * Whether a member may report another: somebody who is visible to them, whom they have blocked and are told so, or with whom
 * they had contact lately. For anybody else an id tells as little as one that nobody has.
 */
export async function canReport(db: Db, me: string, otherId: string): Promise<boolean> {
  const [pair, member] = [await pairOf(db, me, otherId), await findMember(db, otherId)];
  if (member && (isVisible(pair, member.standing) || blockRefusal(pair, me) === "blocked")) return true;
  return isPastContact(db, me, otherId);
}
