import type { FastifyInstance } from "fastify";
import * as leaving from "#contract/account.ts";
import type { Context } from "#server/context.ts";
import { registerEndpoint } from "#server/http/register-endpoint.ts";
import { networkKey } from "#server/lib/networks.ts";
import { deleteAccount, removeAddress } from "#server/modules/account-deletion/account-deletion.service.ts";
import { clientOrigin } from "#server/modules/accounts/client-device.ts";
import { openExport, requestExport } from "#server/modules/data-export/data-export.service.ts";

export function accountDeletionRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(
    app,
    leaving.deleteAccount,
  )(({ me, body, request }) => deleteAccount(ctx, me, body.password, clientOrigin(request)));

  registerEndpoint(
    app,
    leaving.disownAddress,
  )(({ params, request }) => removeAddress(ctx.visitors, params.token, networkKey(request.ip)));

  registerEndpoint(
    app,
    leaving.requestDataExport,
  )(({ me, body, request }) => requestExport(ctx, me, body.password, clientOrigin(request)));

  // The browser follows this link as a download, so it sends no token. No HEAD route: it would use up the link.
  app.get<{ Params: { token: string } }>(
    "/api/account/export/:token",
    { exposeHeadRoute: false, schema: { summary: "The ZIP file that a link leads to, once" } },
    async ({ params }, reply) => {
      const data = await openExport(ctx, params.token);
      return reply
        .type("application/zip")
        .header("content-disposition", 'attachment; filename="spotter-data.zip"')
        .send(data);
    },
  );
}
