import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { addPhotos } from "#contract/profiles.ts";
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
