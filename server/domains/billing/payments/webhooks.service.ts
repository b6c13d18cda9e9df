import type { Context } from "#server/context.ts";
import { getPaymentProvider } from "#server/domains/billing/payments/checkout.service.ts";
import {
  claimEvent,
  insertEvent,
  releaseEvent,
  updateEventHandled,
} from "#server/domains/billing/payments/events.repo.ts";
import { syncSubject } from "#server/domains/billing/payments/fulfillment.service.ts";
import { AppError } from "#server/errors.ts";
import type { ProviderEvent } from "#server/platform/adapters/payments.ts";

interface ReceivedEvent {
  /** The raw bytes, which the signature covers. */
  readonly body: Buffer;
  readonly signature: string;
  /** Called with the reason if the signature is refused. */
  readonly onRefused: (reason: string) => void;
}

/** @throws AppError malformed if the signature is not the provider's */
function readEvent(ctx: Context, { body, signature, onRefused }: ReceivedEvent): ProviderEvent {
  const provider = getPaymentProvider(ctx);
  try {
    return provider.readEvent(body, signature);
  } catch (error) {
    onRefused(String(error).split("\n")[0] ?? "");
    throw new AppError("malformed");
  }
}

/** Unless another call does or did. */
export async function processEvent(ctx: Context, id: string): Promise<void> {
  const subject = await ctx.transact((tx) => claimEvent(tx, id));
  if (!subject) return;
  try {
    await syncSubject(ctx, getPaymentProvider(ctx), subject);
  } catch (error) {
    // The provider sends it again, perhaps at once: that attempt must be able to claim it.
    await ctx.transact((tx) => releaseEvent(tx, id));
    throw error;
  }
  await ctx.transact((tx) => updateEventHandled(tx, id));
}

/**
 * Answers only after processing. If that fails, the provider gets an error and sends the event again; if it does not,
 * the reconciliation finds it.
 * @throws AppError malformed, payments_disabled; Error if processing failed
 */
export async function receiveEvent(ctx: Context, received: ReceivedEvent): Promise<{ success: true }> {
  const { id, type, subject } = readEvent(ctx, received);
  await ctx.transact((tx) => insertEvent(tx, { id, type, subject }));
  if (subject) await processEvent(ctx, id);
  return { success: true };
}
