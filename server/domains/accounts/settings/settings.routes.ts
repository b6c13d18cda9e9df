import type { FastifyInstance } from "fastify";
import * as settings from "#contract/accounts/settings.ts";
import type { Context } from "#server/context.ts";
import { changePrivacy, readPrivacy, setNotifications } from "#server/domains/accounts/settings/settings.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function settingsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, settings.updateNotifications)(({ me, body }) => setNotifications(ctx, me.id, body));

  registerEndpoint(app, settings.getPrivacy)(({ me }) => readPrivacy(ctx, me.id));

  registerEndpoint(app, settings.updatePrivacy)(({ me, body }) => changePrivacy(ctx, me.id, body));
}
