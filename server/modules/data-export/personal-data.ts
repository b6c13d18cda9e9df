import { heightText } from "#contract/catalog.ts";
import { RETENTION_DAYS } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { centreOf } from "#server/geo/geo-cells.ts";
import { type ArchiveFile, jsonFile, jsonWithList, textFile } from "#server/modules/data-export/archive.ts";
import * as rows from "#server/modules/data-export/personal-data.repo.ts";
import { readFilters } from "#server/modules/discovery/filters.service.ts";
import { isDiscreet, lastLowBalanceMail, preferences } from "#server/modules/notifications/notifications.service.ts";
import { blockedBy } from "#server/modules/relationships/relationships.service.ts";
import { retainedPhotos } from "#server/modules/retention/retention.service.ts";
import { readWallet } from "#server/modules/wallet/wallet.service.ts";

const README = `Your Spotter data
=================

Everything that Spotter keeps about you, as it was when you asked for it. The
.json files are text: any editor or browser opens them. Times are in UTC.

account.json        how you log in, since when you are here, which terms you
                    agreed to, and what a later account of yours would be
                    recognized by: codes that are made of your confirmed
                    addresses and of the cards you paid by, and from which
                    nobody can read these
profile.json        what you tell others, and where you are: the middle of an
                    area of some square miles, for Spotter knows no more; and
                    how your age and gender changed, with what counts of them
photos.json         your photos, which are in photos/
preferences.json    whom you want to see
notifications.json  what you want to be told of, and when we last wrote that
                    you have few crushes left
crushes.json        crushes you sent and received
matches.json        your matches
conversations/      what was written, a file for each match, with the pictures
                    you sent. Of one that has ended there is your side only
wallet.json         your crushes, and what came and went
purchases.json      what you bought; amounts are in US cents
membership.json     your membership
disputes.json       payments that your bank has taken back
deleted/            messages and photos that you deleted in the last
                    ${RETENTION_DAYS} days. Members do not see them. If somebody reports you
                    in that time, they are part of the report; after it they
                    are gone
blocked.json        whom you have blocked. Of those who have deleted their
                    account that is kept for a later one, until the time given
reports.json        what you have reported
letters.json        what you wrote to the people who run Spotter
sessions.json       where you are logged in, the browsers that show you
                    notifications, your downloads, and for 90 days what was
                    done with your account: logins, also those that failed,
                    and changes of your password and email

Not in here: your password, the keys of your logins and the codes of your
addresses and cards, which we keep in a form that cannot be read; the keys and
addresses of your browsers' push services; pictures that others sent, which are
theirs; reports about you, and who has blocked you; that an address had its free
crushes, which is kept for a year without a name; the newsletter, which is an
address's, with or without an account; and copies that only make Spotter
quicker.
`;

/** A conversation's file and folder. All that a folder could not bear in a name is a dot at its end, on Windows. */
const folderOf = (nth: number, name: string): string =>
  `conversations/${String(nth).padStart(4, "0")} ${name}`.replace(/[. ]+$/, "");

async function* picture(ctx: Context, name: string, key: string): AsyncGenerator<ArchiveFile> {
  const file = await ctx.photos.read(key, "full");
  if (file) yield { name, content: file.stream, isPacked: true };
}

async function profileOf(ctx: Context, me: string) {
  const told = await rows.findTold(ctx.db, me);
  if (!told) return null;
  const { heightInches, cell, ...rest } = told;
  const height = heightInches === null ? null : heightText(heightInches);
  const changes = await rows.findProfileChanges(ctx.db, me);
  return { ...rest, height, coordinates: cell === null ? null : centreOf(cell), changes };
}

async function* photosOf(ctx: Context, me: string): AsyncGenerator<ArchiveFile> {
  const photos = (await rows.findPictures(ctx.db, me)).map(({ key, position, ...photo }) => ({
    key,
    shown: { file: `photos/${position + 1}.webp`, position: position + 1, ...photo },
  }));
  yield jsonFile(
    "photos.json",
    photos.map(({ shown }) => shown),
  );
  for (const { key, shown } of photos) yield* picture(ctx, shown.file, key);
}

/** All messages of a conversation, a page at a time. */
async function* written(
  ctx: Context,
  me: string,
  { id, isOver }: rows.ConversationRow,
): AsyncGenerator<rows.WrittenRow> {
  let after = 0;
  for (;;) {
    const page = await rows.findWritten(ctx.db, me, id, after, !isOver);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.seq;
  }
}

async function* conversationsOf(ctx: Context, me: string, username: string): AsyncGenerator<ArchiveFile> {
  let nth = 0;
  for (const conversation of await rows.findConversations(ctx.db, me)) {
    const { with: other, matchedAt, readUpTo, isOver } = conversation;
    const folder = folderOf(++nth, other);
    const sent: { name: string; key: string }[] = [];
    async function* messages() {
      for await (const { seq, own, kind, content, created_at, read_at, picture_key: key } of written(
        ctx,
        me,
        conversation,
      )) {
        const name = own && key !== null ? `${folder}/${seq}.webp` : undefined;
        if (name && key) sent.push({ name, key });
        yield {
          from: own ? username : other,
          kind,
          ...(kind === "text" ? { text: content } : { picture: name ?? null }),
          sentAt: created_at,
          readAt: read_at,
        };
      }
    }
    const head = { with: other, matchedAt, readUpTo, isOver };
    yield textFile(`${folder}.json`, jsonWithList(head, "messages", messages()));
    for (const { name, key } of sent) yield* picture(ctx, name, key);
  }
}

/** One's own deleted messages that are kept for reports, a page at a time. */
async function* deletedOf(
  ctx: Context,
  me: string,
): AsyncGenerator<Awaited<ReturnType<typeof rows.findDeleted>>[number]> {
  let after: string | undefined;
  for (;;) {
    const page = await rows.findDeleted(ctx.db, me, after);
    yield* page;
    after = page.at(-1)?.id;
    if (after === undefined) return;
  }
}

/** What one has deleted, and is kept for reports. */
async function* retainedOf(ctx: Context, me: string): AsyncGenerator<ArchiveFile> {
  const pictures: { name: string; key: string }[] = [];
  async function* messages() {
    for await (const { with: to, key, kind, text, sentAt, deletedAt, keptUntil } of deletedOf(ctx, me)) {
      const name = `deleted/message ${pictures.length + 1}.webp`;
      if (key !== null) pictures.push({ name, key });
      yield { to, kind, ...(key === null ? { text } : { picture: name }), sentAt, deletedAt, keptUntil };
    }
  }
  yield textFile("deleted/messages.json", jsonWithList({ keptForDays: RETENTION_DAYS }, "messages", messages()));
  const photos = (await retainedPhotos(ctx.db, me)).map((photo, i) => ({
    ...photo,
    file: `deleted/photo ${i + 1}.webp`,
  }));
  yield jsonFile(
    "deleted/photos.json",
    photos.map(({ file, width, height, alt, removed_at: removedAt, purge_after: keptUntil }) => {
      return { file, width, height, alt, removedAt, keptUntil };
    }),
  );
  for (const { name, key } of pictures) yield* picture(ctx, name, key);
  for (const { file, key } of photos) yield* picture(ctx, file, key);
}

async function* historyOf(ctx: Context, me: string) {
  let cursor: string | undefined;
  do {
    const { history, nextCursor } = await readWallet(ctx, me, { cursor });
    // In a history of one's own an entry's id means nothing.
    for (const entry of history) yield { ...entry, _id: undefined };
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

async function* walletLines(ctx: Context, me: string) {
  const { balance } = await readWallet(ctx, me, { limit: 1 });
  yield* jsonWithList({ balance }, "history", historyOf(ctx, me));
}

/** All that a member is given of their own data, file by file, each read when its turn comes. */
export async function* ownData(ctx: Context, me: string): AsyncGenerator<ArchiveFile> {
  const { db } = ctx;
  const account = await rows.findAccount(db, me);
  if (!account) return;
  yield textFile("README.txt", [README]);
  yield jsonFile("account.json", { ...account, recognizedBy: await rows.findIdentities(db, me) });
  yield jsonFile("profile.json", await profileOf(ctx, me));
  yield* photosOf(ctx, me);
  yield jsonFile("preferences.json", await readFilters(db, me));
  yield jsonFile("notifications.json", {
    ...(await preferences(db, me)),
    discreet: await isDiscreet(db, me),
    lowBalanceMailedAt: await lastLowBalanceMail(db, me),
  });
  yield jsonFile("crushes.json", await rows.findCrushes(db, me));
  yield jsonFile("matches.json", await rows.findMatches(db, me));
  yield* conversationsOf(ctx, me, account.username);
  yield textFile("wallet.json", walletLines(ctx, me));
  yield jsonFile("purchases.json", await rows.findPurchases(db, me));
  yield jsonFile("membership.json", await rows.findMembershipHistory(db, me));
  yield jsonFile("disputes.json", await rows.findDisputes(db, me));
  yield* retainedOf(ctx, me);
  const blocked = (await blockedBy(db, me, null, undefined)).map(({ username, blocked_at: at }) => ({ username, at }));
  yield jsonFile("blocked.json", [...blocked, ...(await rows.findKeptBlocks(db, me))]);
  yield jsonFile("reports.json", await rows.findReports(db, me));
  yield jsonFile("letters.json", await rows.findLetters(db, me));
  yield jsonFile("sessions.json", {
    logins: await rows.findLogins(db, me),
    pushDevices: await rows.findPushDevices(db, me),
    downloads: await rows.findDownloads(db, me),
    activity: await rows.findActivity(db, me),
  });
}
