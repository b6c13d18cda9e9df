import { describe, expect, test } from "vitest";
import { backups } from "#server/testing/backups.ts";
import { commandAt } from "#server/testing/command.ts";
import { makeMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { beside: "others" });
const { at } = backups(app);
const say = (...args: string[]) => commandAt(app, args);

describe("an operator", () => {
  test("backs up and looks at every byte of it", async () => {
    await makeMember(app);
    const folder = at("backup");
    expect((await say("backup", folder)).out).toMatch(/^Everything is in .*\nas of .*: \d+ rows of \d+ tables/);
    expect((await say("verify", folder)).out).toMatch(/^Every byte is right in /);
    expect(await say("backup", folder)).toMatchObject({ code: 1, err: `${folder} is not empty` });
    expect(await say("restore", at("nowhere"))).toMatchObject({ code: 1 });
  });
});
