import type { FastifyInstance } from "fastify";
import * as notifications from "#contract/notifications.ts";
import type { Context } from "#server/context.ts";
import { endMails } from "#server/modules/notifications/unsubscribing.service.ts";
import { serveOneClick } from "#server/plugins/one-click.ts";
import { serve } from "#server/serve.ts";

export function unsubscribingRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, notifications.endMails)(({ params, body }) => endMails(ctx, params.token, body.all));
}

/** Where a mail program ends mails of a kind with one click. */
export const oneClickEndMails = (app: FastifyInstance, ctx: Context): void =>
  serveOneClick(app, "/notifications/unsubscribe/:token", (token) => endMails(ctx, token));
