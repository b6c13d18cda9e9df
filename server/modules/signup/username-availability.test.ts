import { describe, expect, test } from "vitest";
import { checkUsername } from "#contract/accounts.ts";
import { USERNAME_MAX } from "#contract/limits.ts";
import { createMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const check = (username: string) => app.call(checkUsername, { query: { username } });

describe("the check of a username", () => {
  test("calls a name free that nobody has, and says no more about it", async () => {
    const { status, body } = await check(" GymLegend ");
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, free: true, suggestions: [] });
  });

  test("offers up to three free names for a taken one, however it is spelled", async () => {
    const { username } = await createMember(app);
    for (const spelled of [username, username.toUpperCase(), username.replace("m", "\u{1d426}")]) {
      const { body } = await check(spelled);
      expect([spelled, body.free, body.suggestions.length]).toEqual([spelled, false, 3]);
      for (const suggestion of body.suggestions) {
        expect(suggestion.startsWith(spelled.slice(0, USERNAME_MAX - 4))).toBe(true);
        expect((await check(suggestion)).body.free).toBe(true);
      }
    }
  });

  test("refuses names that cannot be had with the form's message", async () => {
    for (const [name, message] of [
      ["ab", "Username must be at least 3 characters"],
      ["x".repeat(USERNAME_MAX + 1), `Username must be at most ${USERNAME_MAX} characters`],
      ["Supp0rt", "That name is kept for Spotter itself. Please pick another."],
    ] as const)
      expect(await check(name)).toMatchObject({ status: 400, body: { errors: { username: message } } });
  });
});

describe("with limits", () => {
  const limited = testApp({ rateLimits: true, trustProxy: "loopback" });

  test("a network has 300 checks an hour, and others are not affected", async () => {
    const from = (network: string) =>
      limited.fetch(`${checkUsername.path}?username=somebody`, { headers: { "x-forwarded-for": network } });
    await from("198.51.100.1");
    await limited.database.pool.query("update rate_limits set count = 300");
    const refused = await from("198.51.100.1");
    expect([refused.status, Number(refused.headers.get("retry-after")) > 3500]).toEqual([429, true]);
    expect((await from("198.51.100.2")).status).toBe(200);
  });
});
