import * as z from "zod/mini";
import { staffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { id, ok, time } from "#contract/schemas.ts";

export const sendDataCopy = staffEndpoint({
  method: "POST",
  path: "/api/moderation/members/:memberId/data-copy",
  summary:
    "Email a suspended member a link to a copy of their data, which works without a login. A newer link replaces it. Not for the role `photos`. Requires a recent authentication. A repeat within ten minutes sends nothing",
  needs: "act",
  params: z.object({ memberId: id }),
  reply: z.object({
    success: ok,
    sentAt: time,
    /** It was sent before, and nothing was sent now. */
    isRepeated: z.boolean(),
  }),
});
