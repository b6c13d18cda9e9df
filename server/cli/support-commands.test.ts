import { describe, expect, test } from "vitest";
import { sendContactMessage, subscribeNewsletter, unsubscribeNewsletter } from "#contract/site/site.ts";
import { createMember } from "#server/testing/members.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const runOnApp = (...args: string[]) => runCommand(app, args);

describe("contact", () => {
  test("lists, shows and resolves messages, and records it", async () => {
    const member = await createMember(app);
    const trick = "First line\n\u001b[2JSecond line";
    const body = {
      name: `Ann ${member.username}`,
      email: member.email,
      subject: "Bug Report",
      message: trick,
    } as const;
    expect((await app.call(sendContactMessage, { body }, member.token)).status).toBe(200);
    const { out: listed } = await runOnApp("contact");
    const [id = ""] = (listed.split("\n").find((line) => line.includes(member.username)) ?? "").split(" ");
    expect(listed).not.toContain(member.email);
    const { out } = await runOnApp("contact", "show", id);
    expect(out).toContain(`Ann ${member.username} <${member.email}>`);
    expect(out).toMatch(/^ {2}First line$/m);
    expect(out).toMatch(/^ {2}.*Second line$/m);
    expect(out).not.toContain("\u001b");
    const command = ["contact", "resolve", id, "--reason", "Answered"];
    expect((await runOnApp(...command)).out).toBe(`Message ${id} is resolved.`);
    expect((await runOnApp(...command)).err).toBe(`Message ${id} is already resolved.`);
    expect((await runOnApp("contact")).out).not.toContain(id);
    expect((await runOnApp("contact", "--all")).out).toContain(id);
    expect((await runOnApp("contact", "show", "nonsense")).err).toBe("Message nonsense was not found.");
    const actions = (await runOnApp("log", "--about", id)).out.match(/(show|resolve) contact/g);
    expect(actions).toEqual(["resolve contact", "show contact"]);
  });
});

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
