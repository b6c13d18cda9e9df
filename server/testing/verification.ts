import { addPhotos } from "#contract/members/profiles.ts";
import { sendSelfie, startVerification } from "#contract/moderation/verification.ts";
import { findComparedPhotos } from "#server/domains/moderation/verification/verification.queries.ts";
import { approveVerification } from "#server/domains/moderation/verification/verification-decisions.service.ts";
import { makeJpeg, photoForm } from "#server/testing/images.ts";
import type { TestMember } from "#server/testing/members.ts";
import type { TestApp } from "#server/testing/test-app.ts";

export const OPERATOR = { kind: "operator", who: "operator", reason: "a test" } as const;

export function selfieForm(requestId: string, picture: Buffer, isLive = true): FormData {
  const form = new FormData();
  form.append("requestId", requestId);
  form.append("isLive", String(isLive));
  form.append("image", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "selfie.jpg");
  return form;
}

/** The id of a member's main photo; undefined if they have no photo. */
export const mainPhotoIdOf = async (app: TestApp, { id }: Pick<TestMember, "id">): Promise<string | undefined> =>
  (await findComparedPhotos(app.ctx.db, id))[0]?.id;

/** @returns the ids of all photos, the main one first */
export async function addPhoto(app: TestApp, { token }: TestMember): Promise<string[]> {
  const { status, body } = await app.call(addPhotos, { form: photoForm(await makeJpeg(300, 300)) }, token);
  if (status !== 201) throw new Error(`adding a photo failed: ${body.message}`);
  return body.photos.map(({ _id }) => _id);
}

/** @returns the id of the request */
export async function startSelfie(app: TestApp, { token }: TestMember): Promise<string> {
  const { status, body } = await app.call(startVerification, {}, token);
  if (status !== 200 || !body.request) throw new Error(`starting failed: ${body.message}`);
  return body.request.id;
}

/** The member gets a photo first if they have none. */
export async function submitSelfie(app: TestApp, member: TestMember): Promise<{ id: string; photoId: string }> {
  const photoId = (await mainPhotoIdOf(app, member)) ?? (await addPhoto(app, member))[0] ?? "";
  const id = await startSelfie(app, member);
  const { status, body } = await app.call(sendSelfie, { form: selfieForm(id, await makeJpeg(300, 300)) }, member.token);
  if (status !== 200) throw new Error(`sending the selfie failed: ${body.message}`);
  return { id, photoId };
}

/** @returns the id of the verified photo */
export async function verifyMember(app: TestApp, member: TestMember): Promise<string> {
  const { id, photoId } = await submitSelfie(app, member);
  await approveVerification(app.ctx, OPERATOR, { id, photoId });
  return photoId;
}
