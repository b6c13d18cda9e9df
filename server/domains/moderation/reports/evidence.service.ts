import type { Context } from "#server/context.ts";
import {
  findRetainedPhotos,
  findRetainedProfile,
  findRetainedTexts,
} from "#server/domains/member-data/retention/retention.queries.ts";
import { findOwnPage, type PageRow } from "#server/domains/members/members.queries.ts";
import { findRelationship } from "#server/domains/members/relationships/relationships.queries.ts";
import {
  type Evidence,
  type EvidenceRow,
  findEvidence,
  findMessageSequence,
} from "#server/domains/moderation/reports/reports.queries.ts";
import type { ProcessedImage } from "#server/platform/adapters/image-processing.ts";
import { readPhotoFiles } from "#server/platform/adapters/photo-store.ts";
import type { Db } from "#server/platform/db/client.ts";
import { formatUtcTime } from "#server/platform/email/email-layout.ts";

/** The latest ones of both sides. */
const MESSAGES_KEPT = 100;
/** Kept before a reported message that is older than those. */
const BEFORE_KEPT = 20;
/** All profile photos are kept, including recently removed ones. */
const ATTACHMENTS_KEPT = 20;

interface SourceImage {
  readonly key: string;
  readonly caption: string;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
}

interface EvidencePhoto extends Omit<SourceImage, "caption"> {
  readonly id: string;
  readonly alt: string;
  readonly removedAt?: string;
}

type ProfileEvidence = Pick<
  PageRow,
  "username" | "age" | "gender" | "location" | "bio" | "prompts" | "interests" | "looking_for"
> & {
  /** When the account was deleted, if it was. */
  readonly deletedAt: Date | null;
  readonly photos: readonly EvidencePhoto[];
  /** The latest first. */
  readonly earlierTexts: Awaited<ReturnType<typeof findRetainedTexts>>;
};

/** Reads the account first: if it is deleted after that, the retained profile exists. */
async function findProfileEvidence(db: Db, userId: string): Promise<ProfileEvidence | undefined> {
  const page = await findOwnPage(db, userId);
  const profile = page ? { ...page, deleted_at: null } : await findRetainedProfile(db, userId);
  if (!profile) return undefined;
  const removed = (await findRetainedPhotos(db, userId)).map(({ removed_at, ...photo }) => ({
    ...photo,
    removedAt: removed_at.toISOString(),
  }));
  const current = page?.photos ?? [];
  // A photo may be removed between the two queries.
  const before = removed.filter(({ key }) => !current.some((photo) => photo.key === key));
  const earlierTexts = await findRetainedTexts(db, userId);
  return { ...profile, deletedAt: profile.deleted_at, photos: [...current, ...before], earlierTexts };
}

/** If the reported message is older, also that one and those before it. */
async function findMessages(db: Db, relationshipId: string, about: number | undefined): Promise<EvidenceRow[]> {
  const recent = await findEvidence(db, relationshipId, MESSAGES_KEPT, undefined);
  if (about === undefined || recent.some(({ sequence }) => sequence <= about)) return recent;
  return [...(await findEvidence(db, relationshipId, BEFORE_KEPT + 1, about)), ...recent];
}

const presentEarlierTexts = ({ bio, prompts, replaced_at }: ProfileEvidence["earlierTexts"][number]): string =>
  [
    `Until ${formatUtcTime(replaced_at)}:`,
    ...(bio === "" ? [] : [bio]),
    ...prompts.map(({ question, answer }) => `${question} ${answer}`),
  ].join("\n");

const presentProfileEvidence = ({
  username,
  age,
  gender,
  location,
  bio,
  prompts,
  interests,
  ...rest
}: ProfileEvidence) => ({
  ...(rest.deletedAt && { accountDeletedAt: rest.deletedAt.toISOString() }),
  username,
  age,
  gender,
  location,
  bio,
  prompts,
  interests,
  lookingFor: rest.looking_for,
  ...(rest.earlierTexts.length > 0 && { earlierTexts: rest.earlierTexts.map(presentEarlierTexts) }),
  photos: rest.photos.map(({ id, alt, removedAt }) => ({ id, alt, ...(removedAt && { removedAt }) })),
});

const presentMessage = ({ id, sender_id, kind, content, created_at, deleted_at, history }: EvidenceRow) => ({
  id,
  senderId: sender_id,
  kind,
  content,
  createdAt: created_at.toISOString(),
  ...(deleted_at && { deletedAt: deleted_at.toISOString() }),
  ...(history && { history }),
});

function imagesToCopy(
  userId: string,
  photos: readonly EvidencePhoto[],
  messages: readonly EvidenceRow[],
  aboutId: string | undefined,
): SourceImage[] {
  const shown = photos.map(({ id, removedAt, ...photo }) => ({
    ...photo,
    caption: removedAt === undefined ? `photo ${id}` : `photo ${id} (removed)`,
  }));
  const attachments = messages.flatMap(({ id, sender_id, attachment_key: key, width, height, thumbhash }) =>
    key === null || sender_id !== userId
      ? []
      : [{ key, caption: `message ${id}`, width: width ?? 0, height: height ?? 0, thumbhash: thumbhash ?? "" }],
  );
  const isAbout = ({ caption }: SourceImage) => caption === `message ${aboutId}`;
  const others = attachments.filter((attachment) => !isAbout(attachment));
  return [...shown, ...attachments.filter(isAbout), ...others.slice(-ATTACHMENTS_KEPT)];
}

/** An image that is being deleted may be missing. */
async function readImages(ctx: Context, wanted: readonly SourceImage[]): Promise<readonly ImageCopy[]> {
  const read = async ({ key, caption, width, height, thumbhash }: SourceImage) => {
    const files = await readPhotoFiles(ctx.photos, key);
    return files ? [{ caption, image: { files, width, height, thumbhash } }] : [];
  };
  return (await Promise.all(wanted.map(read))).flat();
}

interface ImageCopy {
  readonly caption: string;
  readonly image: ProcessedImage;
}

export interface CollectedEvidence {
  readonly evidence: Evidence;
  readonly copies: readonly ImageCopy[];
  /** Null if the reported message is of another conversation. */
  readonly aboutId: string | null;
}

/** Recently deleted content is included and marked. @returns undefined for an unknown member */
export async function collectEvidence(
  ctx: Context,
  me: string,
  userId: string,
  messageId: string | undefined,
): Promise<CollectedEvidence | undefined> {
  const shown = await findProfileEvidence(ctx.db, userId);
  if (!shown) return undefined;
  const side = await findRelationship(ctx.db, me, userId);
  const about =
    side && messageId !== undefined ? await findMessageSequence(ctx.db, side.relationship_id, messageId) : undefined;
  const messages = side ? await findMessages(ctx.db, side.relationship_id, about) : [];
  return {
    evidence: { profile: presentProfileEvidence(shown), messages: messages.map(presentMessage) },
    copies: await readImages(ctx, imagesToCopy(userId, shown.photos, messages, messageId)),
    aboutId: about === undefined ? null : (messageId ?? null),
  };
}
