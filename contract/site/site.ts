import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { emailToken, id, ok, okResponse, proofField, time } from "#contract/schemas.ts";
import { contactForm, contactReplyForm, newsletterForm } from "#contract/site/site-forms.ts";

/** Without a login. */

const reply = z.object({ success: ok, message: z.string() });

export const sendContactMessage = endpoint({
  method: "POST",
  path: "/api/contact",
  summary: "Send a message to the operator, who answers by email. With a token, the member's id is stored with it",
  access: "anyone",
  body: z.extend(contactForm, {
    /** Idempotency key: a repeat has no effect and gets the same response. */
    clientId: z.optional(id),
    /** A honeypot: people leave it empty, bots fill it in. */
    homepage: z.optional(z.string().check(lengthLimit(200))),
  }),
  reply,
});

const byToken = z.object({ token: emailToken });

export const getContactAnswer = endpoint({
  method: "GET",
  path: "/api/contact/:token",
  summary: "An answer to contact messages, by the token of the link in it. Other answers and messages are not shown",
  access: "anyone",
  params: byToken,
  reply: z.object({
    success: ok,
    number: z.string(),
    answer: z.object({ words: z.string(), sentAt: time }),
  }),
});

export const writeBack = endpoint({
  method: "POST",
  path: "/api/contact/:token",
  summary: "Write back to the operator by the token of the link in an answer. The message joins the thread",
  access: "anyone",
  params: byToken,
  body: z.extend(contactReplyForm, {
    /** Idempotency key, as in `sendContactMessage`. */
    clientId: z.optional(id),
  }),
  reply: okResponse,
});

export const subscribeNewsletter = endpoint({
  method: "POST",
  path: "/api/newsletter",
  summary:
    "Subscribe to the newsletter, which starts when the emailed link is confirmed. The response is the same whether the address is subscribed or not. From the third form of a network in an hour on the error is `proof_of_work_required` (see register)",
  access: "anyone",
  body: z.extend(newsletterForm, { proof: proofField }),
  reply,
});

export const confirmNewsletter = endpoint({
  method: "POST",
  path: "/api/newsletter/confirm/:token",
  summary: "Confirm a newsletter subscription by the token of the emailed link. Idempotent",
  access: "anyone",
  params: byToken,
  reply: okResponse,
});

export const unsubscribeNewsletter = endpoint({
  method: "POST",
  path: "/api/newsletter/unsubscribe/:token",
  summary: "Unsubscribe from the newsletter by the token of an emailed link. Idempotent",
  access: "anyone",
  params: byToken,
  reply: okResponse,
});
