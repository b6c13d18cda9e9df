import { randomBytes } from "node:crypto";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { PHOTOS_MAX } from "#contract/limits.ts";
import { findDemoMembers, hasDemoMembers, hasMembers, LIFE_IS_DONE, lockDemo } from "#demo/demo.repo.ts";
import { idFor } from "#demo/demo-chance.ts";
import { CAST, DEMO_CREDENTIALS, DEMO_LOGIN, type DemoMember } from "#demo/members/members.ts";
import { trainingOf } from "#demo/members/training.ts";
import { ConfigError } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import { hashPassword } from "#server/domains/accounts/login/passwords.ts";
import { createMemberRows } from "#server/domains/accounts/signup/signup.service.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { sendMessage } from "#server/domains/chat/messages/message-send.service.ts";
import { markRead } from "#server/domains/chat/messages/messages.service.ts";
import { sendCrush } from "#server/domains/crushes/crushes.service.ts";
import { addPhotos } from "#server/domains/members/profiles/profile-photos.service.ts";
import { applyChange } from "#server/domains/members/profiles/profiles.service.ts";
import { insertCountedTraining } from "#server/domains/training/weeks/training.service.ts";
import { AppError } from "#server/errors.ts";
import type { Db } from "#server/platform/db/client.ts";

/** Credits that it was given beside the free ones. */
export const CREDITS = 11;

/** Usernames of members whose crush on the demo login is pending. */
export const RECEIVED = ["nora_swims", "priya.k", "leila_boxes", "kaiya"];

/** Usernames of members to whom the demo login has sent a crush. */
export const SENT = ["adaclimbs", "zuri"];

export const WAITING_MATCHES = ["lotte"];

interface Conversation {
  readonly withMember: string;
  readonly messages: readonly (readonly ["me" | "them", string])[];
  /** The member's last messages are unread. */
  readonly unread: boolean;
}

export const CONVERSATIONS: readonly Conversation[] = [
  {
    withMember: "june_runs",
    unread: false,
    messages: [
      ["them", "First half marathon on Sunday. Tell me something calming."],
      ["me", "Start slower than feels reasonable. Then slower than that."],
      ["them", "That is the least calming sentence I have ever read."],
      ["me", "Good luck on Sunday!"],
    ],
  },
  {
    withMember: "mayalifts",
    unread: true,
    messages: [
      ["them", "You really squat in those shoes?"],
      ["them", "Asking as a physio."],
      ["me", "They are flat, they are old, and they have never let me down"],
      ["them", "There is a loop behind Barton Springs that says otherwise. 9 miles, one hill you will hate."],
      ["me", "OK, that loop wins"],
      ["me", "Show me the trail and I will spot your bench"],
      ["them", "Deal. Saturday, 8am at the rack?"],
    ],
  },
];

const emailOf = ({ username }: DemoMember): string =>
  username === DEMO_LOGIN.username ? DEMO_CREDENTIALS.email : `${username.replace(/\W/g, "_")}@demo.example`;

const bornFor = (age: number, today: Date): string => `${today.getUTCFullYear() - age}-01-01`;

/** The first members are created last, so that they are the most recently active. */
async function createMembers(ctx: Context, cast: readonly DemoMember[]): Promise<void> {
  const known = await hashPassword(ctx, DEMO_CREDENTIALS.password);
  const unknown = await hashPassword(ctx, randomBytes(32).toString("hex"));
  await ctx.transact(async (tx) => {
    await lockDemo(tx);
    if (await hasMembers(tx)) return;
    for (const member of [...cast].reverse()) {
      const isLogin = member.username === DEMO_LOGIN.username;
      const id = await createMemberRows(ctx, tx, {
        email: emailOf(member),
        username: member.username,
        dateOfBirth: bornFor(member.age, ctx.now()),
        passwordHash: isLogin ? known : unknown,
        isDemo: true,
      });
      const { gender, age, height, bodyType, lookingFor, bio, interests, prompts } = member;
      const place = {
        location: member.city,
        coordinates: { coordinates: [...member.coordinates] as [number, number] },
      };
      const details = {
        gender,
        age,
        height,
        bodyType,
        lookingFor,
        bio,
        interests: [...interests],
        prompts: [...prompts],
      };
      await applyChange(ctx, tx, id, { ...details, ...place, locationType: "manual" });
      const training = trainingOf(member);
      if (training) await insertCountedTraining(ctx, tx, id, training);
    }
  });
}

async function crushOnce(ctx: Context, from: string, to: string): Promise<void> {
  await sendCrush(ctx, from, to).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === "already_sent")) throw error;
  });
}

/** Crushes received and sent, matches, conversations. Skips members who were not created. */
async function createLife(ctx: Context, ids: ReadonlyMap<string, string>): Promise<void> {
  const login = ids.get(DEMO_LOGIN.username);
  if (!login) return;
  const there = (names: readonly string[]) => names.flatMap((name) => ids.get(name) ?? []);
  for (const id of there([...RECEIVED, ...WAITING_MATCHES])) await crushOnce(ctx, id, login);
  for (const id of there([...SENT, ...WAITING_MATCHES])) await crushOnce(ctx, login, id);
  for (const { withMember, messages, unread } of CONVERSATIONS) {
    const other = ids.get(withMember);
    if (!other) continue;
    await crushOnce(ctx, other, login);
    await crushOnce(ctx, login, other);
    for (const [who, content] of messages) {
      const [from, to] = who === "me" ? [login, other] : [other, login];
      // A reply implies that earlier messages were read.
      await markRead(ctx, from, conversationIdOf(login, other));
      const caller = { id: from, username: who === "me" ? DEMO_LOGIN.username : withMember, sessionId: "" };
      await sendMessage(ctx, caller, { receiverId: to, content, clientId: idFor(`${from} ${content}`) });
    }
    const readers = unread ? [other] : [login, other];
    for (const reader of readers) await markRead(ctx, reader, conversationIdOf(login, other));
  }
  await ctx.transact((tx) => grantBonus(tx, login, CREDITS, LIFE_IS_DONE));
}

/**
 * Completes what an earlier start began.
 * @param count how many of the cast
 * @returns whether there are demo members, and so the demo login
 */
export async function ensureDemoMembers(ctx: Context, count: number, say: (line: string) => void): Promise<boolean> {
  if (count > 0 && !(await hasMembers(ctx.db))) {
    say(`Creating ${count} illustrated demo members…`);
    await createMembers(ctx, CAST.slice(0, count));
  }
  const members = await findDemoMembers(ctx.db);
  const login = members.find((member) => member.username === DEMO_LOGIN.username);
  if (login && !login.has_life) {
    await createLife(ctx, new Map(members.map((member) => [member.username, member.id])));
  }
  return login !== undefined;
}

/**
 * Rejects data with demo members: their login is public, and members could mistake them for people.
 * @throws ConfigError
 */
export async function assertNoDemoMembers(db: Db): Promise<void> {
  if (await hasDemoMembers(db))
    throw new ConfigError(
      "DATA_DIR (or DATABASE_URL) must have no demo members when NODE_ENV is production: begin with a new one",
    );
}

/** First everyone's main photo, then the rest, until aborted. */
export async function addDemoPhotos(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const most of [1, PHOTOS_MAX]) {
    const members = new Map((await findDemoMembers(ctx.db)).map((member) => [member.username, member]));
    for (const { username, photos } of CAST) {
      const member = members.get(username);
      const missing = photos.slice(Number(member?.photos), most);
      if (!member || missing.length === 0) continue;
      if (signal.aborted) return;
      const files = missing.map(({ file }) => file);
      const alts = missing.map(({ alt }) => alt);
      await addPhotos(ctx, { memberId: member.id, network: "demo" }, files, { alts, isTrusted: true });
    }
  }
}
