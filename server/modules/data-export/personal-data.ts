import { heightText } from "#contract/catalog.ts";
import { RETENTION_DAYS } from "#contract/limits.ts";
import { POSES } from "#contract/selfies.ts";
import { partText } from "#contract/training-texts.ts";
import type { Context } from "#server/context.ts";
import { centreOf } from "#server/geo/geo-cells.ts";
import { findDailySets } from "#server/modules/daily-sets/daily-sets.queries.ts";
import { type ArchiveFile, jsonFile, jsonWithList, textFile } from "#server/modules/data-export/archive.ts";
import * as rows from "#server/modules/data-export/data-export.repo.ts";
import { findOwnOutcomes } from "#server/modules/date-outcomes/date-outcomes.queries.ts";
import { getExportedPreferences } from "#server/modules/discovery/search-preferences.service.ts";
import { findOwnDecisions } from "#server/modules/moderation/moderation.queries.ts";
import {
  getLastLookForNew,
  getLastLowBalanceEmail,
  getNotificationSettings,
  isDiscreet,
} from "#server/modules/notifications/preferences.service.ts";
import { findPasses } from "#server/modules/passes/passes.queries.ts";
import { findBlockedMembers } from "#server/modules/relationships/relationships.queries.ts";
import { findOwnRestrictions } from "#server/modules/restrictions/restrictions.queries.ts";
import { findRetainedPhotos, findRetainedTexts } from "#server/modules/retention/retention.queries.ts";
import { findExportedTraining } from "#server/modules/training/training.queries.ts";
import { findOwnRequests } from "#server/modules/verification/verification.queries.ts";
import { readWallet } from "#server/modules/wallet/wallet.service.ts";
import { findOwnComparisons } from "#server/modules/week-comparisons/week-comparisons.queries.ts";

const README = `Your Spotter data
=================

All data that Spotter stores about you, as of the time of your request. The .json
files are text: any editor or browser opens them. Times are in UTC.

account.json           your login email, when you joined, which terms you
                       agreed to, and the codes by which a later account of
                       yours would be recognized. They are made from your
                       confirmed addresses and your payment cards, and nobody
                       can read these from them
profile.json           your profile, the history of your age and gender with
                       what is in effect, and your location: the centre of an
                       area of some square miles, because Spotter stores
                       nothing more exact
photos.json            your photos, and what a program saw in them before others
                       did; the files are in photos/
verification.json      when you asked for the Verified badge, and what came of it;
                       while a person still has to look at your selfie, it is
                       in verification/. Afterwards it is deleted
preferences.json       your search preferences, and when you agreed to what
                       Show Me may say about you
training.json          when you train and how, when you agreed that we keep
                       that, and what of it is used for matching
week-comparisons.json  with whom you asked to compare weeks, and the times that you
                       both were shown
date-outcomes.json     what you said after workout dates
notifications.json     your notification settings, and when we last emailed
                       you about a low balance
crushes.json           crushes you sent and received
matches.json           your matches, and which conversations you muted or
                       archived
conversations/         your messages, one file per match, with the pictures
                       you sent. A conversation that has ended contains only
                       your own messages
wallet.json            your balance and its history
purchases.json         your purchases; amounts are in US cents
subscription.json      your subscription
disputes.json          payments that your bank has reversed
deleted/               messages, photos and texts of your profile that you
                       deleted or replaced in the last ${RETENTION_DAYS} days. Members
                       cannot see them. If somebody reports you in that time,
                       they become part of the report; otherwise they are
                       deleted
blocked.json           members you blocked. A block of a deleted account is
                       kept until the time given, in case that person returns
trusted-contacts.json  people whom you tell about your workout dates, the dates
                       that you shared with them, and when addresses said no
passes.json            members to whom you said "Not now"
daily-sets.json        whom Browse showed you first, day by day, in the last two
                       weeks, and when you had decided on all of them
reports.json           reports you made
decisions.json         what we decided about you, with your objections, and
                       what you may not do for a time because of it
contact-messages.json  your messages to the operator of Spotter
sessions.json          where you are logged in, your passkeys, authenticator
                       app and recovery codes, the browsers that show you
                       notifications, your data downloads, and the activity
                       of the last 90 days: logins, failed logins, and
                       changes of your password and email

Not included: your password, your session keys, your recovery codes and the
codes of your addresses and cards in readable form, because we store only hashes
of them; the keys of your passkeys and of your authenticator app; the keys and
addresses of your browsers' push services; pictures that others sent, which are
theirs; reports about you, what our staff noted when they looked at them, and
which of them decided; who has blocked you; the record that an address received
its free crushes, which is kept for a year without a name; newsletter
subscriptions, which belong to an address and not to an account; and copies that
only make Spotter faster.
`;

/** Windows does not allow a trailing dot in a folder's name. */
const folderOf = (nth: number, name: string): string =>
  `conversations/${String(nth).padStart(4, "0")} ${name}`.replace(/[. ]+$/, "");

async function* imageFile(ctx: Context, name: string, key: string): AsyncGenerator<ArchiveFile> {
  const file = await ctx.photos.read(key, "full.webp");
  if (file) yield { name, content: file.stream, isPacked: true };
}

async function profileOf(ctx: Context, me: string) {
  const row = await rows.findProfile(ctx.db, me);
  if (!row) return null;
  const { heightInches, cell, ...rest } = row;
  const height = heightInches === null ? null : heightText(heightInches);
  const changes = await rows.findProfileChanges(ctx.db, me);
  return { ...rest, height, coordinates: cell === null ? null : centreOf(cell), changes };
}

async function* photosOf(ctx: Context, me: string): AsyncGenerator<ArchiveFile> {
  const photos = (await rows.findPhotos(ctx.db, me)).map(({ key, position, ...photo }) => ({
    key,
    shown: { file: `photos/${position + 1}.webp`, position: position + 1, ...photo },
  }));
  yield jsonFile(
    "photos.json",
    photos.map(({ shown }) => shown),
  );
  for (const { key, shown } of photos) yield* imageFile(ctx, shown.file, key);
}

/** Selfies for the Verified badge. The picture is there only while nobody has decided on it. */
async function* verificationOf(ctx: Context, me: string): AsyncGenerator<ArchiveFile> {
  const requests = (await findOwnRequests(ctx.db, me)).map(({ key, pose, ...rest }) => {
    const file = key === null ? null : "verification/selfie.webp";
    return { key, shown: { file, pose: POSES[pose], ...rest } };
  });
  yield jsonFile(
    "verification.json",
    requests.map(({ shown }) => shown),
  );
  for (const { key, shown } of requests) if (key !== null && shown.file) yield* imageFile(ctx, shown.file, key);
}

async function* readMessages(
  ctx: Context,
  me: string,
  { id, isOver, isPast }: rows.ConversationRow,
): AsyncGenerator<rows.MessageRow> {
  if (isPast) return;
  let after = 0;
  for (;;) {
    const page = await rows.findMessages(ctx.db, me, id, after, !isOver);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.sequence;
  }
}

/** A workout date with its times as all others are. */
function presentDate({ times, startsAt, changedAt, onMyWayAt, ...date }: rows.ExportedDate) {
  const iso = (text: string | null) => text && new Date(text).toISOString();
  return {
    ...date,
    times: times.map(iso),
    startsAt: iso(startsAt),
    changedAt: iso(changedAt),
    onMyWayAt: iso(onMyWayAt),
  };
}

async function* conversationsOf(ctx: Context, me: string, username: string): AsyncGenerator<ArchiveFile> {
  let nth = 0;
  for (const conversation of await rows.findConversations(ctx.db, me)) {
    const { with: other, matchedAt, readUpTo, isOver } = conversation;
    const folder = folderOf(++nth, other);
    const sent: { name: string; key: string }[] = [];
    async function* messages() {
      for await (const message of readMessages(ctx, me, conversation)) {
        const { sequence, own, kind, content, created_at, read_at, attachment_key: key } = message;
        const name = own && key !== null ? `${folder}/${sequence}.webp` : undefined;
        if (name && key) sent.push({ name, key });
        yield {
          from: own ? username : other,
          kind,
          ...(kind === "image" ? { picture: name ?? null, check: message.check } : { text: content }),
          ...(message.date && { date: presentDate(message.date) }),
          sentAt: created_at,
          readAt: read_at,
          reaction: message.my_reaction,
          // Contact has ended: what the other member did is hidden.
          theirReaction: isOver ? null : message.their_reaction,
          repliesToMessageOf: message.reply_to_at,
        };
      }
    }
    const head = { with: other, matchedAt, readUpTo, isOver };
    yield textFile(`${folder}.json`, jsonWithList(head, "messages", messages()));
    for (const { name, key } of sent) yield* imageFile(ctx, name, key);
  }
}

/** The member's own deleted messages that are retained for reports. */
async function* readDeletedMessages(
  ctx: Context,
  me: string,
): AsyncGenerator<Awaited<ReturnType<typeof rows.findDeletedMessages>>[number]> {
  let after: string | undefined;
  for (;;) {
    const page = await rows.findDeletedMessages(ctx.db, me, after);
    yield* page;
    after = page.at(-1)?.id;
    if (after === undefined) return;
  }
}

async function* retainedFiles(ctx: Context, me: string): AsyncGenerator<ArchiveFile> {
  const pictures: { name: string; key: string }[] = [];
  async function* messages() {
    for await (const { with: to, key, kind, text, sentAt, deletedAt, keptUntil } of readDeletedMessages(ctx, me)) {
      const name = `deleted/message ${pictures.length + 1}.webp`;
      if (key !== null) pictures.push({ name, key });
      yield { to, kind, ...(key === null ? { text } : { picture: name }), sentAt, deletedAt, keptUntil };
    }
  }
  yield textFile("deleted/messages.json", jsonWithList({ keptForDays: RETENTION_DAYS }, "messages", messages()));
  const photos = (await findRetainedPhotos(ctx.db, me)).map((photo, i) => ({
    ...photo,
    file: `deleted/photo ${i + 1}.webp`,
  }));
  yield jsonFile(
    "deleted/photos.json",
    photos.map(({ file, width, height, alt, shown_from, removed_at: removedAt, purge_after: keptUntil }) => {
      return { file, width, height, alt, shownFrom: shown_from, removedAt, keptUntil };
    }),
  );
  yield jsonFile(
    "deleted/texts.json",
    (await findRetainedTexts(ctx.db, me)).map(({ bio, prompts, shown_from, replaced_at, purge_after }) => {
      return { bio, prompts, shownFrom: shown_from, replacedAt: replaced_at, keptUntil: purge_after };
    }),
  );
  for (const { name, key } of pictures) yield* imageFile(ctx, name, key);
  for (const { file, key } of photos) yield* imageFile(ctx, file, key);
}

async function* historyOf(ctx: Context, me: string) {
  let cursor: string | undefined;
  do {
    const { history, nextCursor } = await readWallet(ctx, me, { cursor });
    for (const entry of history) yield { ...entry, _id: undefined };
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

async function* walletLines(ctx: Context, me: string) {
  const { balance } = await readWallet(ctx, me, { limit: 1 });
  yield* jsonWithList({ balance }, "history", historyOf(ctx, me));
}

/** Generates the files of a member's data export. Each is read only when the archive reaches it. */
export async function* collectPersonalData(ctx: Context, me: string): AsyncGenerator<ArchiveFile> {
  const { db } = ctx;
  const account = await rows.findAccount(db, me);
  if (!account) return;
  yield textFile("README.txt", [README]);
  yield jsonFile("account.json", {
    ...account,
    recognizedBy: await rows.findIdentities(db, me),
    knownBrowsers: await rows.findBrowsers(db, me),
  });
  yield jsonFile("profile.json", await profileOf(ctx, me));
  yield* photosOf(ctx, me);
  yield* verificationOf(ctx, me);
  yield jsonFile("preferences.json", await getExportedPreferences(db, me));
  yield jsonFile("training.json", await findExportedTraining(db, me));
  const comparisons = (await findOwnComparisons(db, me)).map(({ parts, ...rest }) => ({
    ...rest,
    times: parts?.map(partText) ?? null,
  }));
  yield jsonFile("week-comparisons.json", comparisons);
  yield jsonFile("date-outcomes.json", await findOwnOutcomes(db, me));
  const { notifications, quietHours } = await getNotificationSettings(db, me);
  yield jsonFile("notifications.json", {
    flags: notifications,
    quietHours,
    discreet: await isDiscreet(db, me),
    lowBalanceEmailedAt: await getLastLowBalanceEmail(db, me),
    someoneNewLookedAt: await getLastLookForNew(db, me),
  });
  yield jsonFile("crushes.json", await rows.findCrushes(db, me));
  yield jsonFile("matches.json", await rows.findMatches(db, me));
  yield* conversationsOf(ctx, me, account.username);
  yield textFile("wallet.json", walletLines(ctx, me));
  yield jsonFile("purchases.json", await rows.findCheckouts(db, me));
  yield jsonFile("subscription.json", await rows.findSubscriptions(db, me));
  yield jsonFile("disputes.json", await rows.findDisputes(db, me));
  yield* retainedFiles(ctx, me);
  const blocked = (await findBlockedMembers(db, me, null, undefined)).map(({ username, blocked_at: at }) => ({
    username,
    at,
  }));
  yield jsonFile("blocked.json", [...blocked, ...(await rows.findRetainedBlocks(db, me))]);
  const passes = (await findPasses(db, me, null, undefined)).map(({ username, passed_at: at, until }) => ({
    username,
    at,
    until,
  }));
  yield jsonFile("trusted-contacts.json", await rows.findTrustedContacts(db, me));
  yield jsonFile("passes.json", passes);
  yield jsonFile("daily-sets.json", await findDailySets(db, me));
  yield jsonFile("reports.json", await rows.findReports(db, me));
  yield jsonFile("decisions.json", {
    decisions: await findOwnDecisions(db, me),
    restrictions: await findOwnRestrictions(db, me),
  });
  yield jsonFile("contact-messages.json", await rows.findContactMessages(db, me));
  yield jsonFile("sessions.json", {
    logins: await rows.findSessions(db, me),
    passkeys: await rows.findPasskeys(db, me),
    authenticatorAppSince: await rows.findAuthenticatorApp(db, me),
    recoveryCodes: await rows.findRecoveryCodes(db, me),
    pushDevices: await rows.findPushDevices(db, me),
    downloads: await rows.findExports(db, me),
    activity: await rows.findSecurityEvents(db, me),
  });
}
