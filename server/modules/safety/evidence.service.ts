import { buffer } from "node:stream/consumers";
import type { Picture } from "#server/adapters/image-processing.ts";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/client.ts";
import { findMemberPage, type PageRow } from "#server/modules/members/members.service.ts";
import { pairOf } from "#server/modules/relationships/relationships.service.ts";
import { retainedPhotos, retainedProfile } from "#server/modules/retention/retention.service.ts";
import { type EvidenceRow, findEvidence, findPlace } from "#server/modules/safety/evidence.repo.ts";
import type { Evidence } from "#server/modules/safety/moderation.repo.ts";

/** Messages of a conversation that are kept with a report, both sides', the latest. */
const MESSAGES_KEPT = 100;
/** Of those before an older one that it is about. */
const BEFORE_KEPT = 20;
/** Of their pictures in the conversation; of the profile all photos are kept, those removed lately included. */
const CHAT_PICTURES_KEPT = 20;

/** A picture to be copied. */
interface Original {
  readonly key: string;
  readonly what: string;
  readonly width: number;
  readonly height: number;
  readonly blur: string;
}

interface ShownPhoto extends Omit<Original, "what"> {
  readonly id: string;
  readonly alt: string;
  /** When it was removed, or the account deleted. */
  readonly removedAt?: string;
}

/** What a member shows, or showed last. */
type Shown = Pick<
  PageRow,
  "username" | "age" | "gender" | "location" | "bio" | "prompts" | "interests" | "looking_for"
> & {
  /** When the account was deleted, if it was. */
  readonly goneAt: Date | null;
  readonly photos: readonly ShownPhoto[];
};

/**
 * A member's profile with the photos that they removed lately; of a deleted account what is retained of it. The account is
 * looked for first: one that is deleted in between is found among what is retained.
 */
async function findShown(db: Db, userId: string): Promise<Shown | undefined> {
  const page = await findMemberPage(db, userId);
  const profile = page ? { ...page, gone_at: null } : await retainedProfile(db, userId);
  if (!profile) return undefined;
  const removed = (await retainedPhotos(db, userId)).map(({ removed_at, ...photo }) => ({
    ...photo,
    removedAt: removed_at.toISOString(),
  }));
  const current = page?.photos ?? [];
  // A photo may be removed between the two queries.
  const before = removed.filter(({ key }) => !current.some((photo) => photo.key === key));
  return { ...profile, goneAt: profile.gone_at, photos: [...current, ...before] };
}

/** The latest messages, and the one that the report is about with those before it, where that is older. */
async function findMessages(db: Db, pairId: string, about: number | undefined): Promise<EvidenceRow[]> {
  const recent = await findEvidence(db, pairId, MESSAGES_KEPT, undefined);
  if (about === undefined || recent.some(({ seq }) => seq <= about)) return recent;
  return [...(await findEvidence(db, pairId, BEFORE_KEPT + 1, about)), ...recent];
}

/** Field by field: what nobody sees stays out. */
const presentShown = ({ username, age, gender, location, bio, prompts, interests, ...rest }: Shown) => ({
  ...(rest.goneAt && { accountDeletedAt: rest.goneAt.toISOString() }),
  username,
  age,
  gender,
  location,
  bio,
  prompts,
  interests,
  lookingFor: rest.looking_for,
  photos: rest.photos.map(({ id, alt, removedAt }) => ({ id, alt, ...(removedAt && { removedAt }) })),
});

const presentMessage = ({ id, sender_id, kind, content, created_at, deleted_at }: EvidenceRow) => ({
  id,
  senderId: sender_id,
  kind,
  content,
  createdAt: created_at.toISOString(),
  ...(deleted_at && { deletedAt: deleted_at.toISOString() }),
});

/** What is copied: all that the profile shows, the picture that the report is about, and the latest ones. */
function originals(
  userId: string,
  photos: readonly ShownPhoto[],
  messages: readonly EvidenceRow[],
  aboutId: string | undefined,
): Original[] {
  const shown = photos.map(({ id, removedAt, ...photo }) => ({
    ...photo,
    what: removedAt === undefined ? `photo ${id}` : `photo ${id} (removed)`,
  }));
  const pictures = messages.flatMap(({ id, sender_id, picture_key: key, width, height, blur }) =>
    key === null || sender_id !== userId
      ? []
      : [{ key, what: `message ${id}`, width: width ?? 0, height: height ?? 0, blur: blur ?? "" }],
  );
  const isAbout = ({ what }: Original) => what === `message ${aboutId}`;
  const others = pictures.filter((picture) => !isAbout(picture));
  return [...shown, ...pictures.filter(isAbout), ...others.slice(-CHAT_PICTURES_KEPT)];
}

/** What there is of pictures, with what they are copies of. One that is being deleted may be gone. */
async function readAll(ctx: Context, wanted: readonly Original[]): Promise<readonly Copy[]> {
  const read = async ({ key, what, width, height, blur }: Original) => {
    const [full, thumb] = await Promise.all([ctx.photos.read(key, "full"), ctx.photos.read(key, "thumb")]);
    if (!full || !thumb) {
      full?.stream.destroy();
      thumb?.stream.destroy();
      return [];
    }
    const [fullBytes, thumbBytes] = await Promise.all([buffer(full.stream), buffer(thumb.stream)]);
    return [{ what, picture: { full: fullBytes, thumb: thumbBytes, width, height, blur } }];
  };
  return (await Promise.all(wanted.map(read))).flat();
}

interface Copy {
  readonly what: string;
  readonly picture: Picture;
}

export interface Collected {
  readonly evidence: Evidence;
  readonly copies: readonly Copy[];
  /** The message that the report is about, if it is one of the conversation. */
  readonly aboutId: string | null;
}

/**
 * All that is kept with a report of a member: their profile, what was written between the two, and their pictures. What was
 * deleted lately is part of it, and marked.
 * @returns undefined where nothing is known of the member
 */
export async function collectEvidence(
  ctx: Context,
  me: string,
  userId: string,
  messageId: string | undefined,
): Promise<Collected | undefined> {
  const shown = await findShown(ctx.db, userId);
  if (!shown) return undefined;
  const pair = await pairOf(ctx.db, me, userId);
  const about = pair && messageId !== undefined ? await findPlace(ctx.db, pair.id, messageId) : undefined;
  const messages = pair ? await findMessages(ctx.db, pair.id, about) : [];
  return {
    evidence: { profile: presentShown(shown), messages: messages.map(presentMessage) },
    copies: await readAll(ctx, originals(userId, shown.photos, messages, messageId)),
    aboutId: about === undefined ? null : (messageId ?? null),
  };
}
