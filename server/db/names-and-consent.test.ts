import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/db/client.ts";
import { migrate, migrateTo } from "#server/db/migrate.ts";
import { emailKey } from "#server/modules/accounts/accounts.policy.ts";
import { usernameSkeleton } from "#server/modules/profiles/usernames.ts";
import { makeTestDatabase, type TestDatabase } from "#server/testing/database.ts";

const THIS = "0023-names-and-consent";
const before = readdirSync(join(import.meta.dirname, "migrations"))
  .map((file) => file.replace(/\.ts$/, ""))
  .toSorted()
  .filter((name) => name < THIS);

let made: TestDatabase;
/** As who owns the tables, and migrates them. */
let database: Database;
beforeAll(async () => {
  made = await makeTestDatabase();
  database = openDatabase(made.owner, () => undefined);
  await database.pool.query("drop schema public cascade");
  await database.pool.query("create schema public");
  await migrateTo(database.db, before);
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

/** Somebody who joined on a day, as the version before stored them. */
async function addMember(day: number, username: string, email: string): Promise<string> {
  const id = randomUUID();
  const { pool } = database;
  await pool.query("insert into members (id, joined_at) values ($1, $2)", [id, new Date(Date.UTC(2026, 0, day))]);
  await pool.query("insert into profiles (member_id, username, username_key) values ($1, $2, $3)", [
    id,
    username,
    username.normalize("NFKC").toLowerCase(),
  ]);
  await pool.query(
    "insert into accounts (member_id, email, email_key, password_hash, born) values ($1, $2, $3, '', '1990-01-01')",
    [id, email, email.normalize("NFKC").toLowerCase()],
  );
  return id;
}

test("members from before keep their names, the first of those that look alike its look; addresses are compared anew", async () => {
  const late = await addMember(3, "rnaya", "late@example.com");
  const early = await addMember(1, "maya", "Early@Example.com");
  const wide = await addMember(2, "Wide", "\uff36ictim@example.com");
  const domain = await addMember(4, "Domain", "me@M\u00fcnchen.example");
  const twin = await addMember(5, "Twin", "me@xn--mnchen-3ya.example");
  await database.pool.query(
    "insert into account_links (token_hash, member_id, purpose, email_key, expires_at) values (sha256('a'), $1, 'verify', 'victim@example.com', now())",
    [wide],
  );
  await migrate(database.db);

  const { rows } = await database.pool.query(
    "select member_id, username, username_skeleton, email_key, terms_version, terms_accepted_at from profiles join accounts using (member_id)",
  );
  const of = (id: string) => rows.find(({ member_id }) => member_id === id);
  expect(of(early)).toMatchObject({ username_skeleton: usernameSkeleton("maya"), email_key: "early@example.com" });
  expect(of(late)).toMatchObject({ username: "rnaya", username_skeleton: null });
  expect(of(wide)).toMatchObject({ email_key: emailKey("\uff36ictim@example.com") });
  expect(of(wide).email_key).not.toBe("victim@example.com");
  // Two spellings of one domain: the first to come keeps its own, and both still log in.
  expect(of(domain)).toMatchObject({ email_key: "me@m\u00fcnchen.example" });
  expect(of(twin)).toMatchObject({ email_key: "me@xn--mnchen-3ya.example" });
  expect(
    rows.every(({ terms_version, terms_accepted_at }) => terms_version === null && terms_accepted_at === null),
  ).toBe(true);
  const links = await database.pool.query("select email_key from account_links");
  expect(links.rows).toEqual([{ email_key: of(wide).email_key }]);
});
