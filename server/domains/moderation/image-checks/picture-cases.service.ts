import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { dueAt } from "#server/domains/moderation/cases/cases.policy.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { findImage } from "#server/domains/moderation/image-checks/image-reviews.queries.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/platform/lib/ids.ts";

/**
 * For a picture that the check has not held, such as one in a reported chat or in a notice: it can be removed there
 * with its copies. While the case is open, another call returns it.
 * @param id of a photo, or of a message with a picture
 * @returns the id of the case
 * @throws AppError not_found
 */
export const openPictureCase = (ctx: Context, by: OperatorAction, id: string): Promise<{ caseId: string }> =>
  ctx.transact(async (tx) => {
    const image = validate(id) ? await findImage(tx, id) : undefined;
    if (!image) throw new AppError("not_found", `There is no photo and no picture with the id ${id}.`);
    const caseId = await attachToCase(tx, {
      kind: "picture_check",
      // Each time its own: a picture that was decided on may be looked at again.
      sourceId: `${image.key}:${newId()}`,
      subject: { kind: "picture", memberId: image.ownerId, imageKey: image.key },
      weight: 1,
      dueAt: dueAt(ctx.now(), "other"),
    });
    await recordAction(tx, by, { action: "open picture case", target: caseId, details: { source: id } });
    return { caseId };
  });
