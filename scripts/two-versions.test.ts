import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { Conversation as ListedConversation, MessagesPage } from "#contract/chat/messages.ts";
import { listMigrations } from "#server/platform/db/migrate.ts";
import {
  type Conversation,
  checkConsistency,
  expectConsistent,
  openChat,
  sendAll,
} from "#server/testing/chat-clients.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import {
  type Checkout,
  checkOut,
  copyThisVersion,
  findLastRelease,
  recordedRelease,
} from "#server/testing/last-release.ts";
import { findMigrationBreaches } from "#server/testing/migration-rules.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";
import type { Spotter } from "#server/testing/spotter-process.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

/**
 * The last release and a version after this one run beside each other on one database, as during a roll, and the last
 * release alone on the migrated database, as after a roll back. The version after this one is this one with two further
 * migrations, so that there is always something to migrate while the last release serves.
 */

const PER_DEVICE = 10;
/** On a busy machine. */
const TIMEOUT_MS = 10 * 60_000;
/** Starts without building pages. */
const SCRIPT = "server/testing/fast-timers-app.ts";

/** On tables that members' requests read and write. */
const MIGRATIONS = {
  "9000-addition": [
    "alter table members add column note text",
    "alter table sessions add column note text not null default ''",
    "alter table relationships add column notes integer not null default 0",
    "alter table messages add column note text not null default ''",
    "create table notes (member_id uuid primary key references members (id), note text not null)",
  ],
  "9001-concurrently-index-note": ["create index concurrently members_by_note on members (note)"],
};

const MIGRATIONS_FOLDER = "server/platform/db/migrations";
/** In the last release. */
const EARLIER_FOLDER = "server/db/migrations";

/** @returns the findings of the check of migrations */
function addMigrations({ path }: Checkout): string[] {
  const earlier = listMigrations(join(path, MIGRATIONS_FOLDER));
  return Object.entries(MIGRATIONS).flatMap(([name, statements]) => {
    const executed = statements.map((statement) => `  await sql\`${statement}\`.execute(db);`).join("\n");
    const text = `import { sql } from "kysely";\nexport async function up(db) {\n${executed}\n}\n`;
    writeFileSync(join(path, MIGRATIONS_FOLDER, `${name}.ts`), text);
    return findMigrationBreaches(name, text, earlier, recordedRelease.migration);
  });
}

const release = findLastRelease();
const title = "missing" in release ? `the last release (skipped: ${release.missing})` : "the last release";

type Member = Awaited<ReturnType<typeof signUpAt>>;

async function match([a, aAt]: readonly [Member, string], [b, bAt]: readonly [Member, string]): Promise<void> {
  for (const [from, at, to] of [
    [a, aAt, b],
    [b, bAt, a],
  ] as const) {
    const { status } = await post(at, "/api/match/send-crush", { recipientId: to.id }, from.token);
    expect(status).toBe(200);
  }
}

async function request(at: string, token: string, method: string, path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) };
  const response = await fetch(at + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(response.ok).toBe(true);
  return response.json();
}

const say = (at: string, from: Member, to: Member, content: string) =>
  request(at, from.token, "POST", "/api/messages/send", { receiverId: to.id, content });
const read = (at: string, me: Member, other: Member) =>
  request(at, me.token, "PUT", `/api/messages/read/${conversationIdOf(me.id, other.id)}`);

/** What both versions say of a conversation with a reader: what is unread, and whether and when each text was read. */
async function readingAt(at: string, sender: Member, reader: Member) {
  const page = (await request(at, sender.token, "GET", `/api/messages/${reader.id}`)) as MessagesPage;
  const list = (await request(at, reader.token, "GET", "/api/messages/conversations")) as {
    conversations: ListedConversation[];
  };
  const conversation = list.conversations.find(({ otherUser }) => otherUser._id === sender.id);
  return { unread: conversation?.unreadCount, readAt: page.messages.map(({ readAt }) => readAt) };
}

/** @returns the picture's URL, without the address */
async function sendPicture(address: string, from: Member, to: Member): Promise<string> {
  const response = await fetch(`${address}/api/messages/send-image`, {
    method: "POST",
    headers: { authorization: `Bearer ${from.token}` },
    body: imageForm(await makeJpeg(400, 300), to.id),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { message: { imageUrl: string } }).message.imageUrl;
}

/** All at once. A member who missed the event of another version catches up by revision. */
async function converse(conversation: Conversation): Promise<void> {
  await sendAll([conversation], PER_DEVICE);
  for (const client of conversation.clients) await client.catchUp();
  expectConsistent(await checkConsistency([conversation], PER_DEVICE), [conversation], PER_DEVICE);
  for (const client of conversation.clients) client.close();
}

describe.skipIf("missing" in release)(title, () => {
  const starts = processHarness({ shared: true });
  let checkout: Checkout;
  let next: Checkout;
  let database: TestDatabase;
  beforeAll(async () => {
    checkout = checkOut("commit" in release ? release.commit : "");
    next = copyThisVersion();
    database = await createTestDatabase({ empty: true });
  });
  afterAll(async () => {
    checkout.remove();
    next.remove();
    await database.drop();
  });

  test("has all its migrations in this version, unchanged", () => {
    const folder = join(import.meta.dirname, "..", MIGRATIONS_FOLDER);
    const earlier = join(checkout.path, EARLIER_FOLDER);
    for (const name of readdirSync(earlier))
      expect(readFileSync(join(folder, name), "utf8"), name).toBe(readFileSync(join(earlier, name), "utf8"));
  });

  test(
    "shares a database with the next version, and runs on it alone after a roll back",
    async () => {
      const [app, owner] = [urlOf(database.connection), urlOf(database.owner)];
      const settings = { DATABASE_URL: app, LOG_LEVEL: "warn" };
      const withOwner = { ...settings, DATABASE_OWNER_URL: owner };
      const beginOld = (env: Record<string, string>): Spotter => starts.begin(env, SCRIPT, checkout.path);
      let old = beginOld(withOwner);
      let oldAt = await old.ready();
      const early = await signUpAt(oldAt);
      const reader = await signUpAt(oldAt);
      await match([early, oldAt], [reader, oldAt]);
      for (const content of ["One", "Two"]) await say(oldAt, early, reader, content);
      await read(oldAt, reader, early);
      await say(oldAt, early, reader, "Three");
      const before = await readingAt(oldAt, early, reader);
      expect(before).toEqual({ unread: 1, readAt: [expect.any(String), expect.any(String), null] });

      // The new version migrates while the old one serves.
      expect(addMigrations(next)).toEqual([]);
      const fresh = starts.begin(withOwner, SCRIPT, next.path);
      const freshAt = await fresh.ready();
      expect(await readingAt(freshAt, early, reader)).toEqual(before);
      // What the old version stores as read is read in the new one. Not the other way round, until it is opened again.
      await read(oldAt, reader, early);
      expect(await readingAt(freshAt, early, reader)).toEqual(await readingAt(oldAt, early, reader));
      await say(freshAt, early, reader, "Four");
      await read(freshAt, reader, early);
      expect((await readingAt(oldAt, early, reader)).unread).toBe(1);
      await read(oldAt, reader, early);
      for (const at of [oldAt, freshAt]) expect((await readingAt(at, early, reader)).unread).toBe(0);
      const late = await signUpAt(freshAt);
      for (const [at, { email, password }] of [
        [oldAt, late],
        [freshAt, early],
      ] as const)
        expect((await post(at, "/api/auth/login", { email, password })).status).toBe(200);
      await match([early, oldAt], [late, freshAt]);
      const chat = (at: string, me: Member, other: Member) =>
        openChat(at, { token: me.token, me: me.id, other: other.id });
      await converse({ clients: [chat(oldAt, early, late), chat(freshAt, late, early), chat(oldAt, late, early)] });
      for (const [from, to, sentAt, readAt] of [
        [early, late, oldAt, freshAt],
        [late, early, freshAt, oldAt],
      ] as const)
        expect((await fetch(readAt + (await sendPicture(sentAt, from, to)))).status).toBe(200);

      // A process of the old version that has crashed is started again, without the owner's connection, on a schema
      // that has more than it knows.
      old.process.kill("SIGKILL");
      await old.ended;
      old = beginOld(settings);
      oldAt = await old.ready();
      const { rows } = await database.pool.query("select name from kysely_migration where name > '9' order by name");
      expect(rows.map(({ name }) => name)).toEqual(Object.keys(MIGRATIONS));
      expect(old.output()).toContain("the database has the schema of a newer version");
      expect((await fetch(`${oldAt}/readyz`)).status).toBe(200);
      // Roll back: the old version serves alone.
      fresh.process.kill("SIGKILL");
      await fresh.ended;
      const later = await signUpAt(oldAt);
      await match([early, oldAt], [later, oldAt]);
      const clients = [chat(oldAt, early, later), chat(oldAt, later, early), chat(oldAt, later, early)];
      await converse({ clients });
      expect(old.output()).not.toMatch(/"level":[56]0/);
      expect(fresh.output()).not.toMatch(/"level":[56]0/);
    },
    TIMEOUT_MS,
  );
});
