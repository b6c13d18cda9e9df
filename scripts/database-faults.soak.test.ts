import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { makeDataFolder } from "#server/testing/spotter-process.ts";

const starts = processHarness();

describe("while the database is unavailable", () => {
  test("the app reports that it is not ready, and recovers when the database is back", async () => {
    const elsewhere = makeDataFolder();
    let embedded = await startEmbedded({ dataDir: elsewhere.path });
    // Each start of the database creates a new socket folder. The link leads to the current one.
    const host = `${elsewhere.path}/socket`;
    symlinkSync(embedded.connection.host, host);
    const address = await starts
      .begin({
        DATABASE_URL: urlOf({ ...embedded.connection, host }),
        DATABASE_OWNER_URL: urlOf({ ...embedded.owner, host }),
      })
      .ready();
    const { token } = await signUpAt(address);
    const request = (path: string) => fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
    await embedded.stop();
    // Results of the readiness check are cached for one second.
    const readiness = async () => (await request("/readyz")).status;
    await expect.poll(readiness).toBe(503);
    expect((await request("/healthz")).status).toBe(200);
    const rejected = await request("/api/profile");
    expect(rejected.status).toBe(503);
    expect(await rejected.json()).toMatchObject({ success: false, code: "service_unavailable" });
    embedded = await startEmbedded({ dataDir: elsewhere.path });
    rmSync(host);
    symlinkSync(embedded.connection.host, host);
    await expect.poll(readiness).toBe(200);
    expect((await request("/api/profile")).status).toBe(200);
    await embedded.stop();
    elsewhere.remove();
  }, 60_000);
});

describe("the embedded database", () => {
  test("is stopped by the next start if it outlives a killed app", async () => {
    const spotter = starts.begin();
    await spotter.ready();
    const pid = Number(readFileSync(`${starts.path}/pg/postmaster.pid`, "utf8").split("\n")[0]);
    // A stopped process cannot follow the killed app. It continues while the next start waits.
    process.kill(pid, "SIGSTOP");
    spotter.process.kill("SIGKILL");
    await spotter.ended;
    setTimeout(() => process.kill(pid, "SIGCONT"), 500);
    await starts.begin().ready();
  }, 60_000);

  test("starts although another process has the id in postmaster.pid", async () => {
    const first = starts.begin();
    await first.ready();
    const file = `${starts.path}/pg/postmaster.pid`;
    const before = readFileSync(file, "utf8");
    first.process.kill("SIGTERM");
    await first.ended;
    writeFileSync(file, before.replace(/^\d+/, String(process.pid)));
    await starts.begin().ready();
  }, 60_000);
});
