import type { FastifyInstance } from "fastify";
import * as contact from "#contract/site/contact-cases.ts";
import type { Context } from "#server/context.ts";
import { registerStaffEndpoint } from "#server/domains/moderation/staff/register-staff-endpoint.ts";
import { answerContact, closeContact } from "#server/domains/site/contact-answers.service.ts";

/** Part of the console. */
export function contactCasesRoutes(app: FastifyInstance, ctx: Context): void {
  registerStaffEndpoint(
    app,
    contact.answerContact,
  )(({ me, params, body }) => answerContact(ctx, me, { caseId: params.caseId, ...body }));

  registerStaffEndpoint(
    app,
    contact.closeContact,
  )(({ me, params, body }) => closeContact(ctx, me, { caseId: params.caseId, ...body }));
}
