import type { FastifyInstance } from "fastify";
import * as withdrawals from "#contract/billing/withdrawals.ts";
import type { Context } from "#server/context.ts";
import { listWithdrawals, withdraw } from "#server/domains/billing/withdrawals/withdrawals.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function withdrawalsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, withdrawals.listWithdrawals)(({ me }) => listWithdrawals(ctx, me.id));

  registerEndpoint(app, withdrawals.withdrawPurchase)(({ me, body }) => withdraw(ctx, me.id, body));
}
