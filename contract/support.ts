import * as z from "zod/mini";
import { email } from "#contract/account-forms.ts";
import { CONTACT_SUBJECTS } from "#contract/catalog.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CONTACT_MESSAGE_MAX, CONTACT_MESSAGE_MIN, CONTACT_NAME_MAX } from "#contract/limits.ts";
import { emailToken, id, lengthLimit, ok, okResponse } from "#contract/schemas.ts";

/** Writing to the operator, and the newsletter. All of it works without a login. */

/** Whether a text is visible: not only blanks, invisible characters or control characters. */
const isSeen = (text: string): boolean => /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** One line, as it will stand beside the address. */
const senderName = z.string("Name is required").check(
  z.trim(),
  z.minLength(1, "Name is required"),
  lengthLimit(CONTACT_NAME_MAX, `Name can have ${CONTACT_NAME_MAX} characters`),
  // Rejects line breaks, and marks that change the direction of the surrounding text.
  z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u, "Name is invalid"),
  z.refine(isSeen, "Name is required"),
);

const contactMessage = z
  .string("Message is required")
  .check(
    z.trim(),
    z.minLength(1, "Message is required"),
    lengthLimit(CONTACT_MESSAGE_MAX, `Message can have ${CONTACT_MESSAGE_MAX} characters`),
    z.refine(isSeen, "Message is required"),
    z.minLength(CONTACT_MESSAGE_MIN, `Message must be at least ${CONTACT_MESSAGE_MIN} characters`),
  );

/** The contact form. */
export const contactForm = z.object({
  name: senderName,
  email,
  subject: z.enum(CONTACT_SUBJECTS, "Please select a subject"),
  message: contactMessage,
});

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

/** The newsletter's box. */
export const newsletterForm = z.object({ email });

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
