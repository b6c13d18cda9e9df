import { RETENTION_DAYS } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { MEMBER_DATA } from "#server/domains/member-data/export/all-member-data.ts";
import { countConversations, hasAccount } from "#server/domains/member-data/export/export.repo.ts";
import { type ArchiveFile, jsonFile, textFile } from "#server/domains/members/member-data/archive.ts";
import { type Exported, FIELDS, type Files, type Part } from "#server/domains/members/member-data/member-data.ts";

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
contact-answers.json   the answers to them
sessions.json          where you are logged in, your passkeys, authenticator
                       app and recovery codes, the browsers that show you
                       notifications, your data downloads and the links to them
                       that we emailed, and the activity of the last 90 days:
                       logins, failed logins, and changes of your password
                       and email

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

const NAMES = [...README.matchAll(/^[a-z-]+(?:\.json|\/)/gm)].map(([name]) => name);

export const isPart = (exported: Exported): exported is Part =>
  "read" in exported && typeof exported.read === "function";
export const isFiles = (exported: Exported): exported is Files =>
  "files" in exported && typeof exported.files === "function";

async function* filesOf(ctx: Context, me: string, name: string): AsyncGenerator<ArchiveFile> {
  const fields: Record<string, unknown> = {};
  for (const { export: files } of Object.values(MEMBER_DATA)) {
    const exported = files?.[name];
    if (!exported) continue;
    if (isFiles(exported)) yield* exported.files(ctx, me);
    else if (isPart(exported)) yield jsonFile(name, await exported.read(ctx, me));
    else
      for (const [key, part] of Object.entries(exported)) {
        const value = await part.read(ctx, me);
        Object.assign(fields, key === FIELDS ? value : { [key]: value });
      }
  }
  if (Object.keys(fields).length > 0) yield jsonFile(name, fields);
}

/** About how many JSON files `collectPersonalData` makes, for a progress. */
export const countFiles = async (ctx: Context, me: string): Promise<number> =>
  NAMES.length + (await countConversations(ctx.db, me));

/** Each file is read only when the archive reaches it. */
export async function* collectPersonalData(ctx: Context, me: string): AsyncGenerator<ArchiveFile> {
  if (!(await hasAccount(ctx.db, me))) return;
  yield textFile("README.txt", [README]);
  for (const name of NAMES) yield* filesOf(ctx, me, name);
}
