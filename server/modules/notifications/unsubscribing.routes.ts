import type { FastifyInstance } from "fastify";
import * as notifications from "#contract/notifications.ts";
import type { Context } from "#server/context.ts";
import { serveOneClick } from "#server/http/one-click-unsubscribe.ts";
import { serve } from "#server/http/register-endpoint.ts";
import { endMails } from "#server/modules/notifications/unsubscribing.service.ts";

export function unsubscribingRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, notifications.unsubscribeEmails)(({ params, body }) => endMails(ctx, params.token, body.all));
}

/** Where a mail program ends mails of a kind with one click. */
export const oneClickEndMails = (app: FastifyInstance, ctx: Context): void =>
  serveOneClick(app, "/notifications/unsubscribe/:token", (token) => endMails(ctx, token));
