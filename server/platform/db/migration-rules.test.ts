import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listMigrations, numberOf } from "#server/platform/db/migrate.ts";
import { recordedRelease } from "#server/testing/last-release.ts";
import { findMigrationBreaches } from "#server/testing/migration-rules.ts";

const EARLIER = ["0040-nickname", "0041-later"];

const findBreaches = (name: string, ...statements: string[]) =>
  findMigrationBreaches(name, `await sql\`${statements.join(";\n")}\`.execute(db);`, EARLIER, "0040-nickname");

describe("migrations", () => {
  test("have numbers of their own, in order", () => {
    const numbers = listMigrations().map(numberOf);
    expect(numbers).toEqual([...new Set(numbers)].sort());
    expect(numbers).toContain(numberOf(recordedRelease.migration));
  });

  test("after the last release keep its processes running", () => {
    const names = listMigrations();
    const breaches = names
      .filter((name) => name > recordedRelease.migration)
      .flatMap((name) => {
        const text = readFileSync(join(import.meta.dirname, `migrations/${name}.ts`), "utf8");
        const earlier = names.filter((other) => other < name);
        return findMigrationBreaches(name, text, earlier, recordedRelease.migration);
      });
    expect(breaches).toEqual([]);
  });
});

describe("a migration that adds", () => {
  test.each([
    ["alter table members add column nickname text"],
    ["alter table members add column visits integer not null default 0, add column seen_at timestamptz"],
    ["alter table members add constraint visits_check check (visits >= 0) not valid"],
    ["alter table members validate constraint visits_check"],
    ["alter table members add constraint nick unique using index members_by_nickname"],
    ["alter table members alter column nickname drop not null"],
    ["create table visits (id uuid primary key default gen_random_uuid(), n integer not null check (n > 0))"],
    ["create or replace function f() returns int language sql as $$ select 1; delete from members $$"],
    ["-- safe while old code runs: nothing reads it since 0039\ndrop index members_by_visits"],
  ])("may: %s", (statement) => {
    expect(findBreaches("0042-more", statement)).toEqual([]);
  });

  test("may do anything with a table of its own", () => {
    const own = [
      "create unlogged table visits (id int)",
      "create index visits_by_id on visits (id)",
      "delete from visits",
    ];
    expect(findBreaches("0042-more", ...own)).toEqual([]);
  });

  test.each([
    ["alter table members drop column nickname", "removes what running processes may use"],
    ["drop table visits", "removes what running processes may use"],
    ["alter table members rename column nickname to alias", "renames"],
    ["alter table members rename to people", "renames"],
    ["alter table members alter column visits type bigint", "changes a type"],
    ["alter table members alter column nickname set not null", "requires a value"],
    ["alter table members add column nickname text not null", "without a default"],
    ["alter table members add column a int default 0, add column b int not null", "without a default"],
    ["alter table members add column token uuid not null default gen_random_uuid()", "for each row"],
    ["alter table members add constraint visits_check check (visits >= 0)", "NOT VALID"],
    ["alter table members add constraint visits_key unique (visits)", "USING INDEX"],
    ["create index members_by_nickname on members (nickname)", "-concurrently-"],
    ["update members set visits = 0", "let a job do it"],
    ["delete from members where visits = 0", "let a job do it"],
  ])("may not: %s", (statement, breach) => {
    expect(findBreaches("0042-more", statement)).toEqual([expect.stringContaining(breach)]);
  });

  test("is written in SQL", () => {
    const text = 'await db.schema.alterTable("members").dropColumn("nickname").execute();';
    expect(findMigrationBreaches("0042-more", text, EARLIER, "0040-nickname")).toEqual([
      "0042-more: write SQL instead of schema builders",
    ]);
  });
});

describe("a migration that removes", () => {
  test("names the released one since which nothing uses it", () => {
    const statement = "alter table members drop column username";
    expect(findBreaches("0042-contract-0040-drop-username", statement)).toEqual([]);
    for (const name of ["0042-contract-0041-drop-username", "0042-contract-0039-drop-username"])
      expect(findBreaches(name, statement)).toEqual([expect.stringContaining("is not in the last release")]);
  });

  test("still blocks nobody", () => {
    expect(findBreaches("0042-contract-0040-x", "create index members_by_nickname on members (nickname)")).toEqual([
      expect.stringContaining("-concurrently-"),
    ]);
  });
});

describe("a migration that builds indexes concurrently", () => {
  test("does nothing else", () => {
    const name = "0042-concurrently-index-nickname";
    expect(findBreaches(name, "create index concurrently members_by_nickname on members (nickname)")).toEqual([]);
    expect(findBreaches(name, "drop index concurrently if exists members_by_nickname")).toEqual([]);
    expect(findBreaches(name, "create index members_by_nickname on members (nickname)")).toHaveLength(1);
    expect(findBreaches(name, "drop index concurrently a", "create index concurrently a on b (c)")).toHaveLength(1);
  });
});
