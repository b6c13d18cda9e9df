import type { FastifyInstance } from "fastify";
import * as cases from "#contract/moderation-cases.ts";
import * as notices from "#contract/moderation-notices.ts";
import type { Context } from "#server/context.ts";
import { registerStaffEndpoint, registerStaffImage } from "#server/http/register-staff-endpoint.ts";
import { claimFor, lookFor, openCaseImage, viewCase } from "#server/modules/console/case-view.service.ts";
import { closeFor, decideAppealFor, decideFor, undoFor } from "#server/modules/console/decide.service.ts";
import { assignNoticeFor, closeNoticeFor, listNoticesFor } from "#server/modules/console/notices.service.ts";
import { addNote, listQueue, releaseFor } from "#server/modules/console/queue.service.ts";
import { approveFor, refuseFor } from "#server/modules/console/selfies.service.ts";

export function consoleRoutes(app: FastifyInstance, ctx: Context): void {
  registerStaffEndpoint(app, cases.listQueue)(({ me, query }) => listQueue(ctx, me, query));

  registerStaffEndpoint(app, cases.getCase)(({ me, params }) => viewCase(ctx, me, params.caseId));

  registerStaffEndpoint(app, cases.lookAtCase)(({ me, params, body }) => lookFor(ctx, me, params.caseId, body.reason));

  registerStaffEndpoint(app, cases.claimCase)(({ me, params, body }) => claimFor(ctx, me, params.caseId, body.version));

  registerStaffEndpoint(
    app,
    cases.releaseCase,
  )(({ me, params, body }) => releaseFor(ctx, me, params.caseId, body.until));

  registerStaffEndpoint(app, cases.addNote)(({ me, params, body }) => addNote(ctx, me, params.caseId, body));

  registerStaffEndpoint(app, cases.decideCase)(({ me, params, body }) => decideFor(ctx, me, params.caseId, body));

  registerStaffEndpoint(app, cases.undoDecision)(({ me, params }) => undoFor(ctx, me, params.decisionId));

  registerStaffEndpoint(app, cases.closeCases)(({ me, body }) => closeFor(ctx, me, body.cases));

  registerStaffEndpoint(
    app,
    cases.decideAppeal,
  )(({ me, params, body }) => decideAppealFor(ctx, me, { appealId: params.appealId, ...body }));

  registerStaffEndpoint(
    app,
    cases.approveVerification,
  )(({ me, params, body }) => approveFor(ctx, me, params.verificationId, body.photoId));

  registerStaffEndpoint(
    app,
    cases.refuseVerification,
  )(({ me, params, body }) => refuseFor(ctx, me, params.verificationId, body.reason));

  registerStaffEndpoint(app, notices.listLooseNotices)(({ me }) => listNoticesFor(ctx, me));

  registerStaffEndpoint(
    app,
    notices.assignNotice,
  )(({ me, params, body }) => assignNoticeFor(ctx, me, params.noticeId, body.username));

  registerStaffEndpoint(app, notices.closeNotice)(({ me, params }) => closeNoticeFor(ctx, me, params.noticeId));

  registerStaffImage(app, (me, caseId, key, size) => openCaseImage(ctx, me, { caseId, key, size }));
}
