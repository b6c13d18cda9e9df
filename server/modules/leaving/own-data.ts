import { heightText } from "#contract/catalog.ts";
import type { Context } from "#server/context.ts";
import { readFilters } from "#server/modules/discovery/filters.service.ts";
import { type ArchiveFile, jsonFile, jsonWithList, textFile } from "#server/modules/leaving/archive.ts";
import * as rows from "#server/modules/leaving/own-data.repo.ts";
import { lastLowBalanceMail, preferences } from "#server/modules/notifications/notifications.service.ts";
import { readWallet } from "#server/modules/wallet/wallet.service.ts";
import { centreOf } from "#server/place.ts";

const README = `Your Spotter data
=================

Everything that Spotter keeps about you, as it was when you asked for it. The
.json files are text: any editor or browser opens them. Times are in UTC.

account.json        how you log in, and since when you are here
profile.json        what you tell others, and where you are: the middle of an
                    area of some square miles, for Spotter knows no more
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
blocked.json        whom you have blocked
reports.json        what you have reported
letters.json        what you wrote to the people who run Spotter
sessions.json       where you are logged in, the browsers that show you
                    notifications, and your downloads

Not in here: your password and the keys of your logins, which we keep in a form
that cannot be read; the keys and addresses of your browsers' push services;
pictures that others sent, which are theirs; reports about you; the newsletter,
which is an address's, with or without an account; and copies that only make
Spotter quicker.
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
  return { ...rest, height, coordinates: cell === null ? null : centreOf(cell) };
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
  yield jsonFile("account.json", account);
  yield jsonFile("profile.json", await profileOf(ctx, me));
  yield* photosOf(ctx, me);
  yield jsonFile("preferences.json", await readFilters(db, me));
  yield jsonFile("notifications.json", {
    ...(await preferences(db, me)),
    lowBalanceMailedAt: await lastLowBalanceMail(db, me),
  });
  yield jsonFile("crushes.json", await rows.findCrushes(db, me));
  yield jsonFile("matches.json", await rows.findMatches(db, me));
  yield* conversationsOf(ctx, me, account.username);
  yield textFile("wallet.json", walletLines(ctx, me));
  yield jsonFile("purchases.json", await rows.findPurchases(db, me));
  yield jsonFile("membership.json", await rows.findMembershipHistory(db, me));
  yield jsonFile("blocked.json", await rows.findBlocks(db, me));
  yield jsonFile("reports.json", await rows.findReports(db, me));
  yield jsonFile("letters.json", await rows.findLetters(db, me));
  const [logins, pushDevices] = [await rows.findLogins(db, me), await rows.findPushDevices(db, me)];
  yield jsonFile("sessions.json", { logins, pushDevices, downloads: await rows.findDownloads(db, me) });
}
