import { describe, expect, test } from "vitest";
import { subscribeNewsletter, unsubscribeNewsletter } from "#contract/support.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const runOnApp = (...args: string[]) => runCommand(app, args);

describe("newsletter", () => {
  test("lists confirmed subscribers with their unsubscribe URLs", async () => {
    const [once, twice] = ["once@example.com", "twice@example.com"];
    for (const email of [once, twice]) await app.call(subscribeNewsletter, { body: { email } });
    await app.database.pool.query("update newsletter_subscribers set state = 'confirmed' where email = $1", [twice]);
    const { out } = await runOnApp("newsletter");
    expect(out).not.toContain(once);
    const [line = ""] = out.split("\n").filter((one) => one.startsWith(twice));
    const [token = ""] = /(?<=\/newsletter\/unsubscribe\/)[\w-]{43}$/.exec(line) ?? [];
    expect((await app.call(unsubscribeNewsletter, { params: { token } })).status).toBe(200);
    expect((await runOnApp("newsletter")).out).toBe("There are no subscribers.");
    expect((await runOnApp("log")).out).toContain("list newsletter");
  });
});
