import type { FastifyInstance } from "fastify";
import { getWallet } from "#contract/billing/wallet.ts";
import type { Context } from "#server/context.ts";
import { readWallet } from "#server/domains/billing/wallet/wallet.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function walletRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, getWallet)(({ me, query }) => readWallet(ctx, me.id, query));
}
