import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import {
  actorOf,
  type OperatorAction,
  recordAction,
  recordActionNow,
} from "#server/domains/moderation/audit/audit.service.ts";
import { countAudience, createBroadcast, nextBroadcastAllowedAt } from "#server/domains/site/broadcasts.service.ts";
import { findAnswer, findContactMessage, findContactMessages } from "#server/domains/site/contact.queries.ts";
import { resolveContactMessage } from "#server/domains/site/contact.service.ts";
import { listSubscribers } from "#server/domains/site/newsletter.service.ts";
import { broadcastEmail } from "#server/domains/site/site.emails.ts";
import { CommandError } from "#server/errors.ts";
import type { Db } from "#server/platform/db/client.ts";
import { renderEmailText } from "#server/platform/email/email-layout.ts";

const PAGE_SIZE = 200;

async function findLatestMessages(db: Db, all: boolean, limit: number) {
  const found = [];
  let before: Date | undefined;
  do {
    const page = await findContactMessages(db, PAGE_SIZE, before);
    found.push(...page.filter(({ resolved_at }) => all || resolved_at === null));
    before = page.length < PAGE_SIZE ? undefined : page.at(-1)?.created_at;
  } while (before !== undefined && found.length < limit);
  return found.slice(0, limit);
}

/** Without text and address; only open ones unless `all`. */
export const listContactMessages = (ctx: Context, by: OperatorAction, all: boolean, limit: number) =>
  ctx.transact(async (tx) => {
    const messages = await findLatestMessages(tx, all, limit);
    await recordAction(tx, by, { action: "list contact", details: { count: messages.length } });
    return messages.map(({ message: _, email: __, ...rest }) => rest);
  });

const messageNotFound = (id: string) => new CommandError(`Message ${id} was not found.`);

/** @throws CommandError if there is no such message */
export const showContactMessage = async (ctx: Context, by: OperatorAction, id: string) => {
  if (!validate(id)) throw messageNotFound(id);
  return ctx.transact(async (tx) => {
    const message = await findContactMessage(tx, id);
    if (!message) throw messageNotFound(id);
    await recordAction(tx, by, { action: "show contact", target: id });
    return { ...message, answer: message.answer_id === null ? undefined : await findAnswer(tx, message.answer_id) };
  });
};

/** @throws CommandError if there is no such open message */
export const closeContactMessage = async (ctx: Context, by: OperatorAction, id: string) => {
  if (!validate(id)) throw messageNotFound(id);
  return ctx.transact(async (tx) => {
    const message = await findContactMessage(tx, id);
    if (!message) throw messageNotFound(id);
    if (message.resolved_at) throw new CommandError(`Message ${id} is already resolved.`);
    await resolveContactMessage(tx, id, actorOf(by));
    await recordAction(tx, by, { action: "resolve contact", target: id });
    return { id };
  });
};

const SUBJECT_MAX = 150;
const BODY_MAX = 20_000;

interface BroadcastContent {
  readonly subject: string;
  readonly body: string;
}

/** @throws CommandError if the subject or the body is empty or too long */
function parseContent({ subject, body }: BroadcastContent): BroadcastContent {
  const content = { subject: subject.trim(), body: body.replace(/\r\n/g, "\n").trim() };
  if (content.subject === "" || content.subject.length > SUBJECT_MAX || /[\r\n]/.test(content.subject))
    throw new CommandError(`The subject must be one line of 1 to ${SUBJECT_MAX} characters.`);
  if (content.body === "" || content.body.length > BODY_MAX || content.body.includes("\0"))
    throw new CommandError(`The text must have 1 to ${BODY_MAX} characters.`);
  return content;
}

const day = (at: Date): string => at.toISOString().slice(0, 10);

const tooSoonMessage = ({ last, from }: { last: Date; from: Date }): string =>
  `Members are promised at most one broadcast a month. The last one was sent on ${day(last)}; ` +
  `the next is allowed from ${from.toISOString().slice(0, 16)}Z.`;

/** @throws CommandError if the content is invalid */
export async function previewBroadcast(ctx: Context, given: BroadcastContent) {
  const content = parseContent(given);
  const next = await nextBroadcastAllowedAt(ctx.db);
  const links = { site: ctx.site(), unsubscribe: `${ctx.site()}/notifications/unsubscribe/…` };
  const text = renderEmailText(broadcastEmail(content, "member", links));
  return { ...(await countAudience(ctx.db)), text, tooSoon: next ? tooSoonMessage(next) : null };
}

/** @throws CommandError if the content is invalid, or the last broadcast is too recent */
export async function startBroadcast(ctx: Context, by: OperatorAction, given: BroadcastContent) {
  const content = parseContent(given);
  return ctx.transact(async (tx) => {
    const created = await createBroadcast(ctx, tx, content);
    if ("last" in created) throw new CommandError(tooSoonMessage(created));
    const audience = await countAudience(tx);
    await recordAction(tx, by, { action: "broadcast", target: created.id, details: audience });
    return { id: created.id, ...audience };
  });
}

/** Oldest first, each with their unsubscribe URL. */
export async function listNewsletterSubscribers(ctx: Context, by: OperatorAction) {
  const subscribers = await listSubscribers(ctx);
  await recordActionNow(ctx, by, { action: "list newsletter", details: { count: subscribers.length } });
  return subscribers;
}
