import { type Kysely, sql } from "kysely";

/** What a suspended member is told of the reason, and which logins ended by it: whoever holds one is told, too. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table suspensions add column told text not null default ''`.execute(db);
  await sql`
    create table suspended_logins (
      token_hash bytea primary key,
      member_id uuid not null references suspensions on delete cascade
    )`.execute(db);
  await sql`create index suspended_logins_by_member on suspended_logins (member_id)`.execute(db);
}
