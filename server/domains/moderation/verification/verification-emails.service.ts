import { findEmailRecipient, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import { notVerifiedEmail, verifiedEmail } from "#server/domains/moderation/verification/verification.emails.ts";
import { findRequest } from "#server/domains/moderation/verification/verification.queries.ts";
import type { Job } from "#server/platform/jobs/job.ts";

export const emailSelfieOutcomeJob: Job<"email-selfie-outcome", { requestId: string; isListedAgain: boolean }> = {
  name: "email-selfie-outcome",
  async handle(ctx, { requestId, isListedAgain }, id) {
    const request = await findRequest(ctx.db, requestId);
    const to = request && (await findEmailRecipient(ctx.db, request.member_id));
    if (!to || request.decided_at === null) return;
    const { refusal } = request;
    await sendAccountEmail(ctx, { to: to.mailbox, cause: "account-status", id }, () =>
      refusal === null
        ? verifiedEmail(to.name, ctx.site(), { isListedAgain })
        : notVerifiedEmail(to.name, ctx.site(), refusal),
    );
  },
};
