import { domainToASCII } from "node:url";
import { type Kysely, sql } from "kysely";
import unhomoglyph from "unhomoglyph";

const PAGE = 2000;

const skeletonOf = (username: string): string =>
  unhomoglyph(username.normalize("NFKC").normalize("NFD")).normalize("NFD").toLowerCase().replace(/\s+/g, " ");

function emailKeyOf(email: string): string {
  const text = email.normalize("NFC").toLowerCase();
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  return `${text.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

/** Names that look like an earlier one's keep it, without a skeleton of their own. */
async function storeSkeletons(db: Kysely<never>): Promise<void> {
  let after: { joined_at: string; member_id: string } | undefined;
  for (;;) {
    const { rows } = await sql<{ member_id: string; username: string; joined_at: string }>`
      select member_id, username, joined_at::text from profiles join members on members.id = member_id
      where ${after ? sql`(joined_at, member_id) > (${after.joined_at}::timestamptz, ${after.member_id}::uuid)` : sql`true`}
      order by members.joined_at, member_id limit ${PAGE}`.execute(db);
    const first = new Map<string, string>();
    for (const { member_id, username } of rows) {
      const skeleton = skeletonOf(username);
      if (!first.has(skeleton)) first.set(skeleton, member_id);
    }
    await sql`
      update profiles set username_skeleton = given.skeleton
      from unnest(${[...first.values()]}::uuid[], ${[...first.keys()]}::text[]) as given (member_id, skeleton)
      where profiles.member_id = given.member_id
        and not exists (select from profiles as taken where taken.username_skeleton = given.skeleton)`.execute(db);
    if (rows.length < PAGE) return;
    after = rows.at(-1);
  }
}

/** Only addresses with letters beyond ASCII are compared otherwise than before. One that meets another keeps its key. */
async function renewEmailKeys(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ member_id: string; email: string; email_key: string }>`
    select member_id, email, email_key from accounts where email ~ '[^\x01-\x7f]'`.execute(db);
  for (const { member_id, email, email_key } of rows) {
    const key = emailKeyOf(email);
    if (key === email_key) continue;
    const { numAffectedRows } = await sql`
      update accounts set email_key = ${key} where member_id = ${member_id}
        and not exists (select from accounts as taken where taken.email_key = ${key})`.execute(db);
    if (numAffectedRows === 0n) continue;
    await sql`
      update account_links set email_key = ${key}
      where member_id = ${member_id} and email_key = ${email_key} and purpose <> 'change'`.execute(db);
  }
  // A change waits for an hour at most: it can be asked for again.
  await sql`delete from email_changes where email ~ '[^\x01-\x7f]'`.execute(db);
}

/** What names look like, so that no two are taken for each other; who agreed to the terms when; and addresses as they are compared now. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table profiles add column username_skeleton text`.execute(db);
  await sql`create unique index profiles_by_username_skeleton on profiles (username_skeleton)`.execute(db);
  await storeSkeletons(db);
  await sql`
    alter table accounts add column terms_version text, add column terms_accepted_at timestamptz,
      add check ((terms_version is null) = (terms_accepted_at is null))`.execute(db);
  await renewEmailKeys(db);
}
