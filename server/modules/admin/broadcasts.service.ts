import type { Context } from "#server/context.ts";
import { letterText } from "#server/email/email-layout.ts";
import { type Act, note } from "#server/modules/admin/audit.service.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";
import { beginAnnouncement, countAudience, nextAnnouncement } from "#server/modules/support/announcing.service.ts";
import { announcementLetter } from "#server/modules/support/support.emails.ts";

const SUBJECT_MAX = 150;
const BODY_MAX = 20_000;

interface Words {
  readonly subject: string;
  readonly body: string;
}

/** @throws Refusal where they are none, or too many */
function check({ subject, body }: Words): Words {
  const words = { subject: subject.trim(), body: body.replace(/\r\n/g, "\n").trim() };
  if (words.subject === "" || words.subject.length > SUBJECT_MAX || /[\r\n]/.test(words.subject))
    throw new Refusal(`The subject is one line of 1 to ${SUBJECT_MAX} letters`);
  if (words.body === "" || words.body.length > BODY_MAX || words.body.includes("\0"))
    throw new Refusal(`The text has 1 to ${BODY_MAX} letters`);
  return words;
}

const day = (at: Date): string => at.toISOString().slice(0, 10);

const tooSoon = ({ last, from }: { last: Date; from: Date }): string =>
  `Members are promised no more than one a month: the last one went out on ${day(last)}, the next may from ${from.toISOString().slice(0, 16)}Z on`;

/** How an announcement would look, and how many would get it. @throws Refusal where its words are none */
export async function tryAnnouncement(ctx: Context, given: Words) {
  const words = check(given);
  const next = await nextAnnouncement(ctx.db);
  const links = { site: ctx.site(), unsubscribe: `${ctx.site()}/notifications/unsubscribe/…` };
  const text = letterText(announcementLetter(words, "member", links));
  return { ...(await countAudience(ctx.db)), text, tooSoon: next ? tooSoon(next) : null };
}

/**
 * Writes to every member and every subscriber who wants it. The mails are on their way when this is over, not there.
 * @throws Refusal where its words are none, or it is too soon after the last one
 */
export async function announce(ctx: Context, by: Act, given: Words) {
  const words = check(given);
  return ctx.transact(async (tx) => {
    const begun = await beginAnnouncement(ctx, tx, words);
    if ("last" in begun) throw new Refusal(tooSoon(begun));
    const audience = await countAudience(tx);
    await note(tx, by, { act: "announce", target: begun.id, details: audience });
    return { id: begun.id, ...audience };
  });
}
