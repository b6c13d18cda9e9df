import type { FastifyInstance } from "fastify";
import * as leaving from "#contract/account.ts";
import type { Context } from "#server/context.ts";
import { addressKey } from "#server/http/rate-limit.ts";
import { serve } from "#server/http/register-endpoint.ts";
import { deleteAccount, removeAddress } from "#server/modules/account-deletion/account-deletion.service.ts";
import { originOf } from "#server/modules/accounts/origin.ts";
import { openDownload, requestDownload } from "#server/modules/data-export/data-export.service.ts";

export function leavingRoutes(app: FastifyInstance, ctx: Context): void {
  serve(
    app,
    leaving.deleteAccount,
  )(({ me, body, request }) => deleteAccount(ctx, me, body.password, originOf(request)));

  serve(app, leaving.disownAddress)(({ params, request }) => removeAddress(ctx, params.token, addressKey(request.ip)));

  serve(
    app,
    leaving.requestDataExport,
  )(({ me, body, request }) => requestDownload(ctx, me, body.password, originOf(request)));

  // A link that the browser follows: it sends no token, and what it gets is a file. Asking for its head would use it up.
  app.get<{ Params: { token: string } }>(
    "/api/account/export/:token",
    { exposeHeadRoute: false, schema: { summary: "The ZIP file that a link leads to, once" } },
    async ({ params }, reply) => {
      const data = await openDownload(ctx, params.token);
      return reply
        .type("application/zip")
        .header("content-disposition", 'attachment; filename="spotter-data.zip"')
        .send(data);
    },
  );
}
