import { expect, test } from "vitest";
import { runCommand } from "#server/testing/run-command.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const runOnApp = (...args: string[]) => runCommand(app, args);

test("staff are invited, listed, given another role, reset and removed", async () => {
  const invited = await runOnApp("staff", "invite", "Grace", "--role", "photos", "--as", "ada");
  expect(invited.out).toMatch(/^http:\/\/localhost:3000\/moderation\/invitation#[\w-]{43}$/m);
  expect((await runOnApp("staff", "list")).out).toMatch(
    /^Grace +photos +invited \S+ \S+ +- +no +0 +0 +[0-9a-f-]{36}$/m,
  );
  expect((await runOnApp("staff", "set-role", "grace", "--role", "all")).out).toBe(
    "Grace had the role photos and has the role all now.",
  );
  const reset = await runOnApp("staff", "reset", "Grace", "--reason", "A lost phone");
  expect(reset.out).toContain("/moderation/invitation#");
  expect(reset.out).not.toContain(invited.out.split("#")[1]);
  expect((await runOnApp("staff", "remove", "Grace", "--reason", "Left us")).out).toBe("Grace has no access any more.");
  expect((await runOnApp("staff", "list")).out).toBe("There is no staff.");
});

test("a command line without a role, a name or a reason is rejected", async () => {
  expect(await runOnApp("staff", "invite", "Ada")).toMatchObject({
    code: 2,
    err: expect.stringContaining("`--role` must be one of photos, reports, all, read_only."),
  });
  expect(await runOnApp("staff", "invite", " ", "--role", "all")).toMatchObject({ code: 2 });
  expect(await runOnApp("staff", "remove", "Ada")).toMatchObject({
    code: 2,
    err: expect.stringContaining("`--reason <text>` is required."),
  });
  expect(await runOnApp("staff", "remove", "Nobody", "--reason", "x")).toMatchObject({
    code: 1,
    err: "No person of the staff is called Nobody.",
  });
});
