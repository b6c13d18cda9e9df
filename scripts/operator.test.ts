import { existsSync, readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { describe, expect, test } from "vitest";
import { runOperatorJson, runOperatorProcess } from "#server/testing/operator-cli.ts";
import { connectAt, post, processHarness, profileStatusAt, signUpAt } from "#server/testing/process-harness.ts";
import { leastOfThree } from "#server/testing/timing.ts";

const starts = processHarness();
const REASON = ["--reason", "Threats", "--as", "ada"];

describe("an operator command while the app is running", () => {
  test("disconnects a suspended member's sockets within a second of the commit, and rejects requests at once", async () => {
    const spotter = starts.begin();
    const address = await spotter.ready();
    let id = "";
    const suspend = async (): Promise<number> => {
      const member = await signUpAt(address);
      const { token } = member;
      id = member.id;
      const { cut } = await connectAt(address, token);
      await runOperatorJson(starts.path, ["suspend", id, "--message", "Threats.", ...REASON]);
      const log = ["log", "--about", id];
      const [entry] = await runOperatorJson<{ occurred_at: string; actor: string; acting_as: string }[]>(
        starts.path,
        log,
      );
      expect([entry?.actor, entry?.acting_as]).toEqual([userInfo().username, "ada"]);
      expect(await profileStatusAt(address, token)).toBe(401);
      return (await cut) - new Date(entry?.occurred_at ?? 0).getTime();
    };
    expect(await leastOfThree(1000, suspend)).toBeLessThanOrEqual(1000);
    await runOperatorJson(starts.path, ["lift", id, ...REASON]);
    expect(await runOperatorJson(starts.path, ["show", id])).toMatchObject({ status: "active" });
    expect(spotter.output()).not.toContain('"level":50');
  }, 90_000);

  test("notifies the member of granted credits, and is idempotent", async () => {
    const address = await starts.begin().ready();
    const { token, id } = await signUpAt(address);
    const { device, waitFor } = await connectAt(address, token);
    const balanceChanged = waitFor("balance_changed");
    const command = ["grant", id, "3", ...REASON];
    expect(await runOperatorJson(starts.path, command)).toMatchObject({ balance: 8, since: null });
    expect(await balanceChanged).toEqual({ balance: 8 });
    expect(await runOperatorJson(starts.path, command)).toMatchObject({ balance: 8, since: expect.any(String) });
    device.disconnect();
  }, 90_000);
});

describe("an operator command while no app is running", () => {
  test("starts the embedded database, and leaves the folder free for the next start", async () => {
    const first = starts.begin();
    const { id } = await signUpAt(await first.ready());
    first.process.kill("SIGTERM");
    await first.ended;
    // Concurrent commands share one database process.
    const both = await Promise.all(
      ["Threats", "Still threats"].map((reason) =>
        runOperatorProcess(starts.path, ["suspend", id, "--message", "Threats.", "--reason", reason]),
      ),
    );
    expect(both.map(({ code, err }) => `${code}${err}`)).toEqual(["0", "0"]);
    expect(readdirSync(starts.path).filter((name) => name.startsWith("pg-socket-"))).toEqual([]);
    const address = await starts.begin().ready();
    const entries = await runOperatorJson<{ action: string }[]>(starts.path, ["log", "--about", id]);
    // The second command changed nothing.
    expect(entries.map(({ action }) => action)).toEqual(["suspend"]);
    expect((await post(address, "/api/auth/login", { email: "x@example.com", password: "y" })).status).toBe(401);
  }, 90_000);

  test("creates no data folder", async () => {
    const nowhere = `${starts.path}/nowhere`;
    const { code, err } = await runOperatorProcess(nowhere, ["show", "somebody"]);
    expect([code, err]).toEqual([1, `${nowhere} is not a Spotter data folder. Check DATA_DIR.\n`]);
    expect(existsSync(nowhere)).toBe(false);
  }, 30_000);
});
