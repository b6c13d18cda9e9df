import * as z from "zod/mini";
import { endpoint, type ResponseOf } from "#contract/endpoint.ts";
import { id, ok, okResponse, time } from "#contract/schemas.ts";
import { trustedContactForm } from "#contract/training/trusted-contact-form.ts";

const trustedContact = z.object({
  _id: id,
  name: z.string(),
  /** The contact's name for the member. */
  knownAs: z.string(),
  email: z.string(),
  state: z.enum(["pending", "confirmed"]),
  askedAt: time,
});
export type TrustedContact = z.output<typeof trustedContact>;

/** A date that the member shares with a contact. */
const dateShare = z.object({
  _id: id,
  /** Null if the card is gone. */
  messageId: z.nullable(id),
  /** Null if the two are not matched any more. */
  userId: z.nullable(id),
  contactId: id,
  contactName: z.string(),
  /** The contact has not said yes: they know nothing of the date, and nothing is asked. */
  isWaiting: z.boolean(),
  /** If the member does not say that they are back, the contact is informed. */
  checkBack: z.boolean(),
  /** Once the date has begun and the contact has said yes. */
  begun: z.nullable(z.object({ summary: z.string(), endsAt: time })),
  /** By push and by email. Null once the member was asked. */
  askAt: z.nullable(time),
  /** Once the member has been asked; their answer prevents it. */
  tellAt: z.nullable(time),
  answer: z.nullable(z.enum(["back", "tell"])),
  toldAt: z.nullable(time),
  /** Per date. */
  delaysLeft: z.int(),
});
export type DateShare = z.output<typeof dateShare>;

export const listTrustedContacts = endpoint({
  method: "GET",
  path: "/api/trusted-contacts",
  summary: "List the current member's trusted contacts, and the dates that they share with them",
  access: "member",
  reply: z.object({
    success: ok,
    now: time,
    contacts: z.array(trustedContact),
    shares: z.array(dateShare),
    /** By push or at a confirmed address. */
    canAsk: z.boolean(),
  }),
});

export type TrustedContactsView = ResponseOf<typeof listTrustedContacts>;

export const addTrustedContact = endpoint({
  method: "POST",
  path: "/api/trusted-contacts",
  summary: "Ask somebody by email whether they want to be a trusted contact. Idempotent per address",
  access: "member",
  body: trustedContactForm,
  reply: z.object({ success: ok, contact: trustedContact }),
  status: 201,
});

export const resendInvitation = endpoint({
  method: "POST",
  path: "/api/trusted-contacts/:contactId/resend",
  summary: "Ask a contact who has not answered once more, for another 14 days. Harmless for one who has",
  access: "member",
  params: z.object({ contactId: id }),
  reply: z.object({ success: ok, contact: trustedContact }),
});

export const removeTrustedContact = endpoint({
  method: "DELETE",
  path: "/api/trusted-contacts/:contactId",
  summary: "Remove a trusted contact. Pages that are shared with them end. Idempotent",
  access: "member",
  params: z.object({ contactId: id }),
  reply: okResponse,
});

export const shareDate = endpoint({
  method: "POST",
  path: "/api/dates/:messageId/shares",
  summary:
    "Share an agreed date with a contact, who gets the address of a page by email, once they have said yes. Idempotent",
  access: "member",
  params: z.object({ messageId: id }),
  body: z.object({ contactId: id, checkBack: z.boolean() }),
  reply: z.object({ success: ok, share: dateShare }),
  status: 201,
});

export const withdrawShare = endpoint({
  method: "DELETE",
  path: "/api/date-shares/:shareId",
  summary: "Stop sharing a date. Its page ends, and nothing is asked any more. Idempotent",
  access: "member",
  params: z.object({ shareId: id }),
  reply: okResponse,
});

export const answerBack = endpoint({
  method: "POST",
  path: "/api/date-shares/:shareId/answer",
  summary:
    "Say after a date that one is back, ask to be asked an hour later, or have the contact told now. It counts for all contacts with whom the date is shared. Repeats are harmless",
  access: "member",
  params: z.object({ shareId: id }),
  body: z.object({ answer: z.enum(["back", "later", "tell"]) }),
  reply: z.object({ success: ok, share: dateShare }),
});
