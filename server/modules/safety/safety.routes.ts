import type { FastifyInstance } from "fastify";
import * as safety from "#contract/safety.ts";
import type { Context } from "#server/context.ts";
import { serve } from "#server/http/register-endpoint.ts";
import { blockMember, readBlocked, unblockMember, unmatch } from "#server/modules/safety/contact.service.ts";
import { readPastContacts } from "#server/modules/safety/past-contacts.service.ts";
import { report } from "#server/modules/safety/reports.service.ts";

export function safetyRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, safety.unmatch)(({ me, body }) => unmatch(ctx, me.id, body.userId));

  serve(app, safety.blockMember)(({ me, body }) => blockMember(ctx, me.id, body.userId));

  serve(app, safety.unblockMember)(({ me, body }) => unblockMember(ctx, me.id, body.userId));

  serve(app, safety.listBlocked)(({ me, query }) => readBlocked(ctx, me.id, query));

  serve(app, safety.listPastContacts)(({ me, query }) => readPastContacts(ctx, me.id, query));

  serve(app, safety.reportMember)(({ me, body }) => report(ctx, me.id, body));
}
