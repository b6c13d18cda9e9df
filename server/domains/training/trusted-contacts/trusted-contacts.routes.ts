import type { FastifyInstance } from "fastify";
import * as contacts from "#contract/training/trusted-contacts.ts";
import type { Context } from "#server/context.ts";
import { answerBack, shareDate, withdrawShare } from "#server/domains/training/trusted-contacts/date-shares.service.ts";
import {
  addTrustedContact,
  listTrustedContacts,
  removeTrustedContact,
  resendInvitation,
} from "#server/domains/training/trusted-contacts/trusted-contacts.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function trustedContactsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, contacts.listTrustedContacts)(({ me }) => listTrustedContacts(ctx, me.id));

  registerEndpoint(app, contacts.addTrustedContact)(({ me, body }) => addTrustedContact(ctx, me.id, body));

  registerEndpoint(app, contacts.resendInvitation)(({ me, params }) => resendInvitation(ctx, me.id, params.contactId));

  registerEndpoint(
    app,
    contacts.removeTrustedContact,
  )(({ me, params }) => removeTrustedContact(ctx, me.id, params.contactId));

  registerEndpoint(app, contacts.shareDate)(({ me, params, body }) => shareDate(ctx, me.id, params.messageId, body));

  registerEndpoint(app, contacts.withdrawShare)(({ me, params }) => withdrawShare(ctx, me.id, params.shareId));

  registerEndpoint(
    app,
    contacts.answerBack,
  )(({ me, params, body }) => answerBack(ctx, me.id, params.shareId, body.answer));
}
