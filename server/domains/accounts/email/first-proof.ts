import type { Context } from "#server/context.ts";
import type { Tx } from "#server/platform/db/client.ts";

/**
 * Runs when a member's mailbox is proved for the first time, in the same transaction. Later modules, of which this one
 * knows nothing, register hooks (`factors.routes.ts`).
 * @returns a message for the member
 */
export type FirstProofHook = (ctx: Context, tx: Tx, memberId: string) => Promise<string | undefined>;

const createHooks = (): FirstProofHook[] => [];

export const registerFirstProofHook = (ctx: Context, hook: FirstProofHook): void =>
  void ctx.singleton(createHooks).push(hook);

/** @returns the messages for the member */
export async function runFirstProofHooks(ctx: Context, tx: Tx, memberId: string): Promise<string[]> {
  const messages = [];
  for (const hook of ctx.singleton(createHooks)) messages.push((await hook(ctx, tx, memberId)) ?? []);
  return messages.flat();
}
