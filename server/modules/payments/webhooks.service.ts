import type { ProviderEvent } from "#server/adapters/payments.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { claimEvent, insertEvent, releaseEvent, setHandled } from "#server/modules/payments/events.repo.ts";
import { paymentsOf } from "#server/modules/payments/opening.service.ts";
import { settle } from "#server/modules/payments/settling.service.ts";

/** @throws AppError malformed where the signature is not the provider's */
function readEvent(ctx: Context, { body, signature, onRefused }: ReceivedEvent): ProviderEvent {
  const payments = paymentsOf(ctx);
  try {
    return payments.readEvent(body, signature);
  } catch (error) {
    onRefused(String(error).split("\n")[0] ?? "");
    throw new AppError("malformed");
  }
}

interface ReceivedEvent {
  /** As it came, byte by byte. */
  readonly body: Buffer;
  readonly signature: string;
  /** Called with the reason where the signature is refused. */
  readonly onRefused: (reason: string) => void;
}

/** Acts on an event that is recorded, unless somebody else does, or has. */
export async function handleAgain(ctx: Context, id: string): Promise<void> {
  const subject = await ctx.transact((tx) => claimEvent(tx, id));
  if (!subject) return;
  try {
    await settle(ctx, paymentsOf(ctx), subject);
  } catch (error) {
    // It is sent again, perhaps at once: that one has to act on it.
    await ctx.transact((tx) => releaseEvent(tx, id));
    throw error;
  }
  await ctx.transact((tx) => setHandled(tx, id));
}

/**
 * Takes an event of the provider's: it is recorded, acted on once, and answered when that is done. Where it fails the
 * provider hears so and sends it again; where it does not, the reconciliation finds it.
 * @throws AppError malformed, payments_disabled; Error where what it is about could not be settled
 */
export async function receiveEvent(ctx: Context, received: ReceivedEvent): Promise<{ success: true }> {
  const { id, type, subject } = readEvent(ctx, received);
  await ctx.transact((tx) => insertEvent(tx, { id, type, subject }));
  if (subject) await handleAgain(ctx, id);
  return { success: true };
}
