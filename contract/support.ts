import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { emailToken, id, ok, okResponse } from "#contract/schemas.ts";
import { contactForm, newsletterForm } from "#contract/support-forms.ts";

/** Writing to the operator, and the newsletter. All of it works without a login. */

const reply = z.object({ success: ok, message: z.string() });

export const sendContactMessage = endpoint({
  method: "POST",
  path: "/api/contact",
  summary: "Write to the operator, who answers by e-mail; with a token the member's id is kept beside it",
  access: "anyone",
  body: z.extend(contactForm, {
    /** Idempotency key: a repeat has no effect and gets the same response. */
    clientId: z.optional(id),
    /** A honeypot: people leave it empty, bots fill it in. */
    homepage: z.optional(z.string().check(lengthLimit(200))),
  }),
  reply,
});

export const subscribeNewsletter = endpoint({
  method: "POST",
  path: "/api/newsletter",
  summary:
    "Ask for the newsletter: a mail with a link asks back. The answer is the same whether an address has it or not",
  access: "anyone",
  body: newsletterForm,
  reply,
});

const byToken = z.object({ token: emailToken });

export const confirmNewsletter = endpoint({
  method: "POST",
  path: "/api/newsletter/confirm/:token",
  summary: "Begin the newsletter by the link that was sent to an address; again is no harm",
  access: "anyone",
  params: byToken,
  reply: okResponse,
});

export const unsubscribeNewsletter = endpoint({
  method: "POST",
  path: "/api/newsletter/unsubscribe/:token",
  summary: "End the newsletter by the link that stands in each of its mails; again is no harm",
  access: "anyone",
  params: byToken,
  reply: okResponse,
});
