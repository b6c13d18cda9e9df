import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { noticeChecks, noticeFields } from "#contract/moderation/notice-form.ts";
import { id, ok, proofField } from "#contract/schemas.ts";

export const sendNotice = endpoint({
  method: "POST",
  path: "/api/notices",
  summary:
    "Notify the operator of illegal content or of an intimate picture. Works without a login. The response is the same whether such content exists or not; number and decision are mailed to the given address. After several notices from one network the error is `proof_of_work_required` (see register)",
  access: "anyone",
  bodyBytesMax: 12 * 1024,
  body: z
    .object({
      ...noticeFields,
      /** Idempotency key: a repeat has no effect and gets the same response. */
      clientId: z.optional(id),
      /** A honeypot: people leave it empty, bots fill it in. */
      homepage: z.optional(z.string().check(lengthLimit(200))),
      proof: proofField,
    })
    .check(...noticeChecks),
  reply: z.object({
    success: ok,
    /** Such as `N-7K2M9QXA`. */
    number: z.string(),
    message: z.string(),
  }),
  status: 201,
});
