import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addPhotos } from "#contract/profiles.ts";
import { makeTestDatabase } from "#server/testing/database.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { beginUpload, PHOTO_UNDER_WAY } from "#server/testing/slow-uploads.ts";
import { eachOnItsOwnFolder, joinAt } from "#server/testing/starts.ts";

const starts = eachOnItsOwnFolder();

test("what a killed process has read of uploads is gone with the next start, and what another one reads stays", async () => {
  const database = await makeTestDatabase();
  const settings = { DATABASE_URL: urlOf(database.connection) };
  const begin = () => starts.begin(settings, "server/testing/hasty-spotter.ts");
  const spooled = () => readdirSync(join(starts.path, "uploads")).sort();
  const [killed, other] = [begin(), begin()];
  const addresses = [await killed.ready(), await other.ready()];
  const { token } = await joinAt(addresses[0] ?? "");
  const uploads = addresses.map((address) =>
    beginUpload(address, { path: addPhotos.path, token, body: PHOTO_UNDER_WAY }),
  );
  // Faster than what is cut, however long the next start takes.
  for (const upload of uploads) upload.dribble(4000, 100);
  await expect.poll(spooled).toHaveLength(2);
  killed.process.kill("SIGKILL");
  await killed.ended;
  expect(spooled()).toHaveLength(2);
  await begin().ready();
  expect(spooled()).toEqual([expect.stringContaining(`-${other.process.pid}-`)]);
  for (const { socket } of uploads) socket.destroy();
  await expect.poll(spooled).toEqual([]);
  await database.drop();
}, 60_000);
