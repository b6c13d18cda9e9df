import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import * as memberData from "#contract/member-data/member-data.ts";
import type { Context } from "#server/context.ts";
import { clientOrigin } from "#server/domains/accounts/sessions/client-device.ts";
import { deleteAccount, removeAddress } from "#server/domains/member-data/account-deletion/account-deletion.service.ts";
import {
  createDataCopyLink,
  openDataCopy,
  readDataCopy,
  requestDataCopy,
} from "#server/domains/member-data/export/data-copies.service.ts";
import { openExport, requestExport } from "#server/domains/member-data/export/export.service.ts";
import { openExportLink } from "#server/domains/member-data/export/export-links.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";
import { networkKey } from "#server/platform/lib/networks.ts";

export function accountDeletionRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(
    app,
    memberData.deleteAccount,
  )(({ me, body, request }) => deleteAccount(ctx, me, body.password, clientOrigin(request)));

  registerEndpoint(
    app,
    memberData.disownAddress,
  )(({ params, request }) => removeAddress(ctx.visitors, params.token, networkKey(request.ip)));

  registerEndpoint(
    app,
    memberData.requestDataExport,
  )(({ me, body, request }) => requestExport(ctx, me, body.password, clientOrigin(request)));

  registerEndpoint(
    app,
    memberData.requestDataCopy,
  )(({ me, body, request }) => requestDataCopy(ctx, me, body.password, clientOrigin(request)));

  registerEndpoint(app, memberData.getDataCopy)(({ me }) => readDataCopy(ctx, me.id));

  registerEndpoint(
    app,
    memberData.createDataCopyLink,
  )(({ me, request }) => createDataCopyLink(ctx, me, clientOrigin(request)));

  registerEndpoint(
    app,
    memberData.openExportLink,
  )(({ params, request }) => openExportLink(ctx.visitors, params.token, clientOrigin(request)));

  // The browser follows this link as a download, so it sends no token. No HEAD route: it would use up the link.
  app.get<{ Params: { token: string } }>(
    "/api/account/export/:token",
    {
      exposeHeadRoute: false,
      schema: {
        operationId: "downloadDataExport",
        summary:
          "Download the ZIP file that the link of `requestDataExport`, `createDataCopyLink` or `openExportLink` leads to, once",
        tags: ["member-data"],
        security: [],
        response: { 200: { content: { "application/zip": { schema: z.unknown() } } } },
      },
    },
    async ({ params }, reply) => {
      const { data, bytes } = await openExport(ctx, params.token, openDataCopy);
      if (bytes !== undefined) reply.header("content-length", bytes);
      return reply
        .type("application/zip")
        .header("content-disposition", 'attachment; filename="spotter-data.zip"')
        .header("referrer-policy", "no-referrer")
        .send(data);
    },
  );
}
