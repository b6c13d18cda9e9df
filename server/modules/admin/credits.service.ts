import { createHash } from "node:crypto";
import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { type Act, note, noteOnce } from "#server/modules/admin/audit.service.ts";
import { memberNamed } from "#server/modules/admin/lookup.service.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";
import { giveBack } from "#server/modules/wallet/corrections.service.ts";
import { giveBonus, walletOf } from "#server/modules/wallet/wallet.service.ts";

/** More than the biggest pack by far; more is a slip of the finger. */
const GRANT_MAX = 1000;

const WHY_NOT = {
  unknown: "There is no such entry",
  gone: "Its owner has gone",
  "not spent": "It took no credit. Give back crushes and pictures here, and money in the payment provider's dashboard",
} as const;

/** What a grant is known by where it is given no name: the same command is the same grant. */
const operationOf = (memberId: string, crushes: number, reason: string): string =>
  createHash("sha256")
    .update(JSON.stringify([memberId, crushes, reason]))
    .digest("hex")
    .slice(0, 32);

interface Grant {
  readonly name: string;
  readonly crushes: number;
  /** The operation's name; absent, it is made of the rest. */
  readonly id?: string | undefined;
}

/**
 * Gives a member crushes, once for each operation: a command that is repeated because its answer was lost gives nothing
 * more.
 * @returns the balance after, and since when it was so where it was done before
 * @throws Refusal
 */
export const grant = async (ctx: Context, by: Act, { name, crushes, id }: Grant) => {
  if (!Number.isInteger(crushes) || crushes < 1 || crushes > GRANT_MAX)
    throw new Refusal(`A grant is of 1 to ${GRANT_MAX} crushes`);
  return ctx.transact(async (tx) => {
    const { id: memberId, username } = await memberNamed(tx, name);
    const operation = id ?? operationOf(memberId, crushes, by.reason);
    const done = { act: "grant", target: memberId, details: { crushes } } as const;
    const since = await noteOnce(tx, by, done, operation);
    const balance = since
      ? (await walletOf(tx, memberId)).balance
      : await giveBonus(tx, memberId, crushes, `operator:${operation}`);
    return { id: memberId, username, crushes, balance, operation, since: since ?? null };
  });
};

/**
 * Gives back what a crush or a picture cost; again gives nothing more.
 * @param entryId the ledger entry that took it
 * @throws Refusal
 */
export const refund = async (ctx: Context, by: Act, entryId: string) => {
  if (!validate(entryId)) throw new Refusal("An entry's id is what `show` lists beside it");
  return ctx.transact(async (tx) => {
    const result = await giveBack(tx, entryId);
    if ("refused" in result) throw new Refusal(WHY_NOT[result.refused]);
    if ("since" in result) return { entryId, given: 0, since: result.since };
    const { given, balance, memberId } = result;
    await note(tx, by, { act: "refund", target: memberId, details: { entry: entryId, crushes: given } });
    return { entryId, given, balance, since: null };
  });
};
