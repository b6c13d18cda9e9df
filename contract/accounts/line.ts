import * as z from "zod/mini";
import { LINE_TICKET_HEADER } from "#contract/accounts/line-ticket.ts";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { ok } from "#contract/schemas.ts";

export const lineTicket = z.string().check(lengthLimit(64), z.regex(/^[\w-]{16,64}$/));

export const getPlaceInLine = endpoint({
  method: "GET",
  path: "/api/auth/line/:ticket",
  summary: `Get the place in line of a request that was sent with the header \`${LINE_TICKET_HEADER}\``,
  access: "anyone",
  params: z.object({ ticket: lineTicket }),
  reply: z.object({
    success: ok,
    /** 1 is next. Null if the request does not wait, or another process has it. */
    place: z.nullable(z.int()),
    lookAgainMs: z.int(),
  }),
});
