import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/client.ts";
import { type Act, note } from "#server/modules/admin/audit.service.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";
import {
  listContactMessages,
  readContactMessage,
  resolveContactMessage,
} from "#server/modules/support/contact.service.ts";

/** Messages that are looked through at a time. */
const STRIDE = 200;

/** The latest messages; only those that wait, unless all are wanted. */
async function latest(db: Db, all: boolean, limit: number) {
  const found = [];
  let before: Date | undefined;
  do {
    const page = await listContactMessages(db, STRIDE, before);
    found.push(...page.filter(({ resolved_at }) => all || resolved_at === null));
    before = page.length < STRIDE ? undefined : page.at(-1)?.created_at;
  } while (before !== undefined && found.length < limit);
  return found.slice(0, limit);
}

/** Messages from the contact page, the latest first, without what they say and from which address; those that wait, or all. */
export const readContact = (ctx: Context, by: Act, all: boolean, limit: number) =>
  ctx.transact(async (tx) => {
    const messages = await latest(tx, all, limit);
    await note(tx, by, { act: "list contact", details: { many: messages.length } });
    return messages.map(({ message: _, email: __, ...rest }) => rest);
  });

/** A message with who wrote it and what. @throws Refusal */
export const showContact = async (ctx: Context, by: Act, id: string) => {
  if (!validate(id)) throw new Refusal(`There is no message ${id}`);
  return ctx.transact(async (tx) => {
    const message = await readContactMessage(tx, id);
    if (!message) throw new Refusal(`There is no message ${id}`);
    await note(tx, by, { act: "show contact", target: id });
    return message;
  });
};

/** Is done with a message. @throws Refusal where there is none that waits */
export const closeContact = async (ctx: Context, by: Act, id: string) => {
  if (!validate(id)) throw new Refusal(`There is no message ${id}`);
  return ctx.transact(async (tx) => {
    const message = await readContactMessage(tx, id);
    if (!message) throw new Refusal(`There is no message ${id}`);
    if (message.resolved_at) throw new Refusal(`The message ${id} is resolved already`);
    await resolveContactMessage(tx, id);
    await note(tx, by, { act: "resolve contact", target: id });
    return { id };
  });
};
