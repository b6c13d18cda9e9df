import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { addPhotos } from "#contract/members/profiles.ts";
import { JOBS } from "#server/jobs.ts";
import { createTransact } from "#server/platform/db/client.ts";
import { openJobQueue } from "#server/platform/jobs/job-queue.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { makeBlocksJpeg, photoForm } from "#server/testing/images.ts";
import { processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

const starts = processHarness();

interface CheckRow {
  readonly id: string;
  readonly is_shown: boolean;
  readonly is_checked: boolean;
  readonly state: string;
}

test("a server that is killed during image checks loses no photo and shows none unchecked", async () => {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: urlOf(database.connection), IMAGE_CHECKS: "on" };
  const begin = () => starts.begin(settings, "server/testing/fast-timers-app.ts");
  const listChecks = async () =>
    (
      await database.pool.query<CheckRow>(`
        select photos.id, check_state is null as is_shown, checked_at is not null as is_checked, state
        from photos join image_checks using (key)`)
    ).rows;
  const assertNoneShownUnchecked = async () => {
    const wrong = (await listChecks()).filter(({ is_shown, is_checked }) => is_shown && !is_checked);
    expect(wrong).toEqual([]);
  };
  const uploaded: string[] = [];
  let seed = 0;
  // Killed before, during and after the first checks.
  for (const killedAfterMs of [0, 700, 1500, 2500]) {
    const server = begin();
    const address = await server.ready();
    const { token } = await signUpAt(address);
    const upload = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const body = photoForm(await makeBlocksJpeg(++seed));
      const response = await fetch(address + addPhotos.path, { method: "POST", headers, body }).catch(() => undefined);
      const answer = response?.ok ? ((await response.json()) as { photos: { _id: string }[] }) : undefined;
      if (answer) uploaded.push(answer.photos.at(-1)?._id ?? "");
    };
    await upload();
    const others = [upload(), upload()];
    await pause(killedAfterMs);
    server.process.kill("SIGKILL");
    await server.ended;
    await Promise.all(others);
    await assertNoneShownUnchecked();
  }
  await begin().ready();
  const unchecked = async () => {
    await assertNoneShownUnchecked();
    return (await listChecks()).filter(({ is_checked }) => !is_checked).length;
  };
  await expect.poll(unchecked, { timeout: 90_000, interval: 500 }).toBe(0);
  const checks = await listChecks();
  // Every confirmed upload is there, and was checked: shown, or held for a person.
  expect(uploaded.length).toBeGreaterThanOrEqual(4);
  expect(checks.map(({ id }) => id)).toEqual(expect.arrayContaining(uploaded));
  for (const { is_shown, state } of checks) expect(is_shown).toBe(state === "clear");
  const { rows } = await database.pool.query("select count(*)::int as held from image_checks where state = 'held'");
  const { rows: cases } = await database.pool.query("select count(*)::int as held from cases where kind = 'picture'");
  expect(cases).toEqual(rows);
  await database.drop();
}, 180_000);

test("a server that is killed while it compares stored images holds every copy once, and no other image", async () => {
  const database = await createTestDatabase();
  const { pool } = database;
  const settings = { DATABASE_URL: urlOf(database.connection), IMAGE_CHECKS: "on" };
  const begin = () => starts.begin(settings, "server/testing/fast-timers-app.ts");
  const first = begin();
  const address = await first.ready();
  const owners = await Promise.all(Array.from({ length: 12 }, async () => (await signUpAt(address)).id));
  // Stored and checked before the hash was known. Each second one is a copy, with two bits changed.
  await pool.query(
    `with stored as (
       insert into photos (id, member_id, position, key, width, height, thumbhash)
       select gen_random_uuid(), owner::uuid, nth, md5(owner || nth), 720, 720, '' from unnest($1::text[]) as owner,
         generate_series(0, 5) as nth
       returning key, position)
     insert into image_checks (key, state, checked_at, quality, pdq)
     select key, 'clear', now(), 90, case when position % 2 = 0 then $2::bit(256) # (b'11' || repeat('0', 254)::bit(254))
       else ~ $2::bit(256) end
     from stored`,
    [owners, "01".repeat(128)],
  );
  await pool.query(
    `with comparison as (
       insert into image_comparisons (id, source, hashes) values (gen_random_uuid(), 'test', 1) returning id)
     insert into unwanted_images (id, pdq, source, comparison_id)
     select gen_random_uuid(), $1::bit(256), 'test', id from comparison`,
    ["01".repeat(128)],
  );
  const noop = () => undefined;
  const jobs = await openJobQueue(database.connection, JOBS, pino({ level: "silent" }));
  const compare = () => createTransact(database.db, noop, noop).transact((tx) => jobs.send(tx, "compare-images", {}));
  const count = async (sql: string) =>
    Number((await pool.query<{ n: string }>(`select count(*) as n ${sql}`)).rows[0]?.n);
  const heldCopies = () => count("from photos where check_state = 'held' and position % 2 = 0");
  const assertConsistent = async () => {
    // A photo is hidden, marked as held and in an open case, or none of these.
    const wrong = await count(`
      from photos join image_checks using (key)
        left join cases on image_key = key and cases.state = 'open' and cases.score = 8
      where (check_state is not distinct from 'held') <> (image_checks.state = 'held')
        or (image_checks.state = 'held') <> (cases.id is not null)`);
    expect(wrong).toBe(0);
    expect(await count("from photos where check_state is not null and position % 2 = 1")).toBe(0);
  };
  let server = first;
  for (const killedAt of [1, 8, 16]) {
    await compare();
    await expect.poll(heldCopies, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(killedAt);
    server.process.kill("SIGKILL");
    await server.ended;
    await assertConsistent();
    // The claim of the killed process ends by time.
    await pool.query("update image_comparisons set claimed_until = now() where claimed_until > now()");
    server = begin();
    await server.ready();
  }
  await compare();
  await expect.poll(() => count("from image_comparisons where finished_at is null"), { timeout: 60_000 }).toBe(0);
  await assertConsistent();
  expect(await heldCopies()).toBe(36);
  expect(await count("from cases where kind = 'picture'")).toBe(36);
  expect(await count("from case_items where kind = 'picture_check'")).toBe(36);
  await jobs.stop();
  await database.drop();
}, 180_000);
