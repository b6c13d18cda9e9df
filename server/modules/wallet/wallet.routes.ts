import type { FastifyInstance } from "fastify";
import { getWallet } from "#contract/wallet.ts";
import type { Context } from "#server/context.ts";
import { registerEndpoint } from "#server/http/register-endpoint.ts";
import { readWallet } from "#server/modules/wallet/wallet.service.ts";

export function walletRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, getWallet)(({ me, query }) => readWallet(ctx, me.id, query));
}
