import type { FoundMessage } from "#contract/messages.ts";
import type { Context } from "#server/context.ts";
import { presentOthers } from "#server/modules/messages/conversations.service.ts";
import { findTexts } from "#server/modules/messages/messages.repo.ts";

const FOUND_MAX = 30;
/** Characters of an excerpt. */
const EXCERPT_MAX = 120;
/** Characters before the found text, so that it is in the part of a line that a phone shows. */
const BEFORE_MAX = 20;

/** The part of a content around the first occurrence of a text, with "…" where it is cut. */
export function cutExcerpt(content: string, text: string): string {
  const at = content.toLowerCase().indexOf(text.toLowerCase());
  const before = Array.from(content.slice(0, Math.max(at, 0)));
  const start = Math.max(0, before.length - BEFORE_MAX);
  const characters = Array.from(content).slice(start);
  const part = characters.slice(0, EXCERPT_MAX).join("");
  return `${start > 0 ? "…" : ""}${part}${characters.length > EXCERPT_MAX ? "…" : ""}`;
}

/** Finds texts in the conversations that a member can read, the latest first. */
export async function searchMessages(ctx: Context, me: string, text: string) {
  const found = await findTexts(ctx.db, me, text, FOUND_MAX + 1);
  const rows = found.slice(0, FOUND_MAX);
  const others = await presentOthers(ctx, me, rows);
  const messages = rows.flatMap(({ id, sender_id, other_id, content, created_at }): FoundMessage[] => {
    const otherUser = others.get(other_id);
    if (!otherUser) return [];
    const excerpt = cutExcerpt(content, text);
    return [{ _id: id, sender: { _id: sender_id }, otherUser, excerpt, createdAt: created_at.toISOString() }];
  });
  return { messages, hasMore: found.length > FOUND_MAX };
}
