import type { Context } from "#server/context.ts";
import { type Act, noteAct } from "#server/modules/admin/audit.service.ts";
import { listSubscribers } from "#server/modules/support/newsletter.service.ts";

/** Who has the newsletter, the oldest first, each with the address that ends it. */
export async function readSubscribers(ctx: Context, by: Act) {
  const subscribers = await listSubscribers(ctx);
  await noteAct(ctx, by, { act: "list newsletter", details: { many: subscribers.length } });
  return subscribers;
}
