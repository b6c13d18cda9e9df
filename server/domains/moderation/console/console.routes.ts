import type { FastifyInstance } from "fastify";
import * as auditLog from "#contract/moderation/audit-log.ts";
import * as cases from "#contract/moderation/cases.ts";
import * as dataCopies from "#contract/moderation/data-copies.ts";
import { getMemberRecord } from "#contract/moderation/member-records.ts";
import * as pastDecisions from "#contract/moderation/past-decisions.ts";
import { searchRecords } from "#contract/moderation/search.ts";
import * as notices from "#contract/moderation/unassigned-notices.ts";
import type { Context } from "#server/context.ts";
import { decideAppeal } from "#server/domains/moderation/appeals/appeals.service.ts";
import { addNote } from "#server/domains/moderation/cases/cases.service.ts";
import { presentPreview } from "#server/domains/moderation/console/case.present.ts";
import {
  openCaseByClaim,
  openCaseByReason,
  openCaseImage,
  viewCase,
} from "#server/domains/moderation/console/case-view.service.ts";
import { presentUnassigned } from "#server/domains/moderation/console/items.present.ts";
import { presentObjection } from "#server/domains/moderation/console/queue.present.ts";
import { leaveCase, listQueue } from "#server/domains/moderation/console/queue.service.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { closeCases, decide, previewStatement } from "#server/domains/moderation/decisions/decisions.service.ts";
import {
  assignNotice,
  closeNotice,
  listUnassignedNotices,
} from "#server/domains/moderation/notices/notice-review.service.ts";
import { sendDataCopy } from "#server/domains/moderation/records/data-copies.service.ts";
import { listLog } from "#server/domains/moderation/records/log.service.ts";
import { viewMember } from "#server/domains/moderation/records/member-record.service.ts";
import { listDecisions } from "#server/domains/moderation/records/past-decisions.service.ts";
import { searchRecords as findRecords } from "#server/domains/moderation/records/search.service.ts";
import { listAccessKey } from "#server/domains/moderation/staff/list-access.ts";
import { registerStaffEndpoint, registerStaffImage } from "#server/domains/moderation/staff/register-staff-endpoint.ts";
import { findStaffNames } from "#server/domains/moderation/staff/staff.queries.ts";
import {
  approveVerification,
  refuseVerification,
} from "#server/domains/moderation/verification/verification-decisions.service.ts";

export function consoleRoutes(app: FastifyInstance, ctx: Context): void {
  registerStaffEndpoint(app, cases.listQueue)(({ me, query }) => listQueue(ctx, me, query));

  registerStaffEndpoint(app, cases.getCase)(({ me, params }) => viewCase(ctx, me, params.caseId));

  registerStaffEndpoint(
    app,
    cases.lookAtCase,
  )(({ me, params, body }) => openCaseByReason(ctx, me, params.caseId, body.reason));

  registerStaffEndpoint(
    app,
    cases.claimCase,
  )(({ me, params, body }) => openCaseByClaim(ctx, me, params.caseId, body.version));

  registerStaffEndpoint(
    app,
    cases.releaseCase,
  )(({ me, params, body }) => leaveCase(ctx, me, params.caseId, body.until));

  registerStaffEndpoint(
    app,
    cases.addNote,
  )(async ({ me, params, body }) => {
    await addNote(ctx, me, params.caseId, body);
    return {};
  });

  registerStaffEndpoint(
    app,
    cases.decideCase,
  )(async ({ me, params, body }) => {
    const { decisionId, undoUntil } = await decide(ctx, me, { caseId: params.caseId, ...body });
    return { decisionId, undoUntil: undoUntil?.toISOString() ?? null };
  });

  registerStaffEndpoint(
    app,
    cases.previewDecision,
  )(async ({ me, params, body }) => {
    const email = await previewStatement(ctx, me, { caseId: params.caseId, ...body });
    return { email: email ? presentPreview(email) : null };
  });

  registerStaffEndpoint(
    app,
    cases.undoDecision,
  )(async ({ me, params }) => {
    const { caseId, isReopened, unrestored } = await undoDecision(ctx, me, params.decisionId);
    return { caseId, isReopened, unrestored };
  });

  registerStaffEndpoint(
    app,
    cases.closeCases,
  )(async ({ me, body }) => {
    const { closed, left, refused } = await closeCases(ctx, me, body.cases);
    return { closed: closed.length, left: left.length + refused.length };
  });

  registerStaffEndpoint(
    app,
    cases.decideAppeal,
  )(async ({ me, params, body }) => {
    const { unrestored } = await decideAppeal(ctx, me, { appealId: params.appealId, ...body });
    return { unrestored };
  });

  registerStaffEndpoint(
    app,
    cases.approveVerification,
  )(({ me, params, body }) => approveVerification(ctx, me, { id: params.verificationId, photoId: body.photoId }));

  registerStaffEndpoint(
    app,
    cases.refuseVerification,
  )(async ({ me, params, body }) => {
    await refuseVerification(ctx, me, { id: params.verificationId, refusal: body.reason });
    return {};
  });

  registerStaffEndpoint(
    app,
    notices.listUnassignedNotices,
  )(async ({ me }) => {
    const listed = await listUnassignedNotices(ctx, me, listAccessKey(ctx, me, ["notices"]));
    const names = await findStaffNames(
      ctx.db,
      listed.flatMap(({ objection }) => objection?.decidedBy ?? []),
    );
    return { notices: listed.map((notice) => presentUnassigned(notice, presentObjection(notice.objection, names))) };
  });

  registerStaffEndpoint(
    app,
    notices.assignNotice,
  )(({ me, params, body }) => assignNotice(ctx, me, params.noticeId, body.username));

  registerStaffEndpoint(
    app,
    notices.closeNotice,
  )(async ({ me, params }) => {
    await closeNotice(ctx, me, params.noticeId);
    return {};
  });

  registerStaffEndpoint(app, dataCopies.sendDataCopy)(({ me, params }) => sendDataCopy(ctx, me, params.memberId));
  registerStaffEndpoint(app, searchRecords)(({ me, body }) => findRecords(ctx, me, body.text));

  registerStaffEndpoint(app, getMemberRecord)(({ me, params }) => viewMember(ctx, me, params.memberId));

  registerStaffEndpoint(app, pastDecisions.listDecisions)(({ me, query }) => listDecisions(ctx, me, query));

  registerStaffEndpoint(app, auditLog.listLog)(({ me, query }) => listLog(ctx, me, query));

  registerStaffImage(app, (me, caseId, key, size) => openCaseImage(ctx, me, { caseId, key, size }));
}
