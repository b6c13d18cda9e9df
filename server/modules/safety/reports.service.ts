import { buffer } from "node:stream/consumers";
import { REPORTS_A_DAY } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/ids.ts";
import { holdKnown, type PageRow, readKnownPage } from "#server/modules/members/members.service.ts";
import { messagesUpTo, recentMessages, wasWritten } from "#server/modules/messages/threads.service.ts";
import { block, pairOf } from "#server/modules/pairs/pairs.service.ts";
import { discard, type StoredPicture, storePictures } from "#server/modules/pictures/pictures.service.ts";
import { countReportsToday, deleteOldReports, insertReport, lockReporter } from "#server/modules/safety/safety.repo.ts";
import { inTurn } from "#server/uploads.ts";

/** Messages of a conversation that are kept with a report, both sides', the latest. */
const MESSAGES_KEPT = 100;
/** Of those before an older one that it is about. */
const BEFORE_KEPT = 20;
/** Of their pictures; of the profile all are kept. */
const CHAT_PICTURES_KEPT = 20;

/** Days for which a report outlives the account of either side. */
const KEPT_DAYS = 365;

interface Reporting {
  readonly userId: string;
  readonly reason: string;
  readonly details?: string | undefined;
  readonly messageId?: string | undefined;
  readonly block?: boolean | undefined;
}

/** A picture to be copied. */
interface Original {
  readonly key: string;
  readonly what: string;
  readonly width: number;
  readonly height: number;
  readonly blur: string;
}

type Kept = Awaited<ReturnType<typeof recentMessages>>;

/** What a member shows, without what nobody sees. */
const shownBy = ({ username, age, gender, location, bio, prompts, interests, looking_for, photos }: PageRow) => ({
  username,
  age,
  gender,
  location,
  bio,
  prompts,
  interests,
  lookingFor: looking_for,
  photos: photos.map(({ id, alt }) => ({ id, alt })),
});

const writtenIn = (messages: Kept) =>
  messages.map(({ id, sender_id, kind, content, created_at }) => ({
    id,
    senderId: sender_id,
    kind,
    content,
    createdAt: created_at.toISOString(),
  }));

/** What is copied: all that the profile shows, the picture that it is about, and the latest ones. */
function originals(page: PageRow, messages: Kept, aboutId: string | undefined): Original[] {
  const photos = page.photos.map(({ id, key, width, height, blur }) => ({
    key,
    what: `photo ${id}`,
    width,
    height,
    blur,
  }));
  const pictures = messages.flatMap(({ id, sender_id, picture_key: key, width, height, blur }) =>
    key === null || sender_id !== page.id
      ? []
      : [{ key, what: `message ${id}`, width: width ?? 0, height: height ?? 0, blur: blur ?? "" }],
  );
  const isAbout = ({ what }: Original) => what === `message ${aboutId}`;
  const others = pictures.filter((picture) => !isAbout(picture));
  return [...photos, ...pictures.filter(isAbout), ...others.slice(-CHAT_PICTURES_KEPT)];
}

/** The latest messages, and the one that it is about with those before it, where that is older. */
async function keptMessages(db: Db, pairId: string, messageId: string | undefined): Promise<Kept> {
  const recent = await recentMessages(db, pairId, MESSAGES_KEPT);
  if (messageId === undefined || recent.some(({ id }) => id === messageId)) return recent;
  return [...(await messagesUpTo(db, pairId, messageId, BEFORE_KEPT)), ...recent];
}

/** What there is of pictures, with what they are copies of. One that is being deleted may be gone. */
async function readAll(ctx: Context, wanted: readonly Original[]) {
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

/**
 * Reports a member to the operator. What they show, and what was written between the two, is kept with the report, the
 * pictures as copies, whatever is deleted later.
 * @throws AppError own_profile, profile_not_found, reports_too_often
 */
export async function report(ctx: Context, me: string, reporting: Reporting): Promise<{ message: string }> {
  const { userId } = reporting;
  if (me === userId) throw new AppError("own_profile");
  // Evidence lies in memory while it is copied: one report of a member at a time.
  return inTurn(me, async () => {
    try {
      return await store(ctx, me, reporting);
    } catch (error) {
      // There are so many reports a day; whoever must be kept away is kept away all the same.
      const tooMany = error instanceof AppError && error.code === "reports_too_often";
      if (tooMany && reporting.block) {
        await ctx.transact(async (tx) => {
          await holdKnown(tx, me, userId);
          await block(tx, me, userId);
        });
      }
      throw error;
    }
  });
}

async function store(ctx: Context, me: string, reporting: Reporting): Promise<{ message: string }> {
  const { userId, reason, details = "", messageId, block: alsoBlock = false } = reporting;
  const page = await readKnownPage(ctx.db, userId);
  const pair = await pairOf(ctx.db, me, userId);
  const messages = pair ? await keptMessages(ctx.db, pair.id, messageId) : [];
  // One that was deleted while the report was written is still what it is about.
  const isAbout = messageId !== undefined && pair !== undefined && (await wasWritten(ctx.db, pair.id, messageId));
  const copies = await readAll(ctx, originals(page, messages, messageId));
  const evidence = JSON.stringify({ profile: shownBy(page), messages: writtenIn(messages) });
  const pictures = copies.map(({ picture }) => picture);
  const insert = async (tx: Tx, stored: readonly StoredPicture[]) => {
    await holdKnown(tx, me, userId);
    if (alsoBlock) await block(tx, me, userId);
    await lockReporter(tx, me);
    if ((await countReportsToday(tx, me)) >= REPORTS_A_DAY) throw new AppError("reports_too_often");
    const row = {
      id: newId(),
      reporter_id: me,
      reported_id: userId,
      reason,
      details,
      message_id: isAbout ? messageId : null,
      evidence,
    };
    await insertReport(
      tx,
      row,
      stored.map(({ key }, i) => ({ key, what: copies[i]?.what ?? "" })),
    );
  };
  await storePictures(ctx, pictures, insert);
  return { message: "Thank you. We will look at your report. Nobody is told who sent it." };
}

/** Throws away what is kept no more of members who have gone. */
export async function sweepReports(ctx: Context, tx: Tx): Promise<void> {
  await discard(ctx, tx, await deleteOldReports(tx, KEPT_DAYS));
}
