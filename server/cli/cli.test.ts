import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runOperator } from "#server/cli/cli.ts";
import { commandAt } from "#server/testing/command.ts";
import { makeMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { beside: "others" });

const say = (...args: string[]) => commandAt(app, args);

const SUSPEND =
  "suspend <member> --reason <text> [--until <day or time>] [--tell <what the member reads of the reason>] [--change]";

describe("a command line", () => {
  test("that is not one of ours is answered with how it goes, before anything is opened", async () => {
    const wrong: [string[], string][] = [
      [["sspend", "x"], "There is no command sspend"],
      [["suspend", "x"], "Say why: --reason <text>"],
      [["suspend", "x", "--reason", " "], "Say why: --reason <text>"],
      [["suspend", "--reason", "y"], `It goes: ${SUSPEND}`],
      [["suspend", "x", "y", "--reason", "y"], `It goes: ${SUSPEND}`],
      [["suspend", "x", "--why", "y"], "Unknown option '--why'"],
    ];
    for (const [args, said] of wrong) {
      const unread = () => {
        throw new Error("the settings were read");
      };
      const err: string[] = [];
      const code = await runOperator(args, unread, { print: () => undefined, complain: (line) => void err.push(line) });
      expect([code, err]).toEqual([2, [said, "See: npm run operator -- --help"]]);
    }
  });

  test("with a time or an action that is none is not done", async () => {
    const { id } = await makeMember(app);
    const wrong: [string[], string][] = [
      [["suspend", id, "--reason", "y", "--until", "tomorrow"], "--until is a day such as"],
      [["suspend", id, "--reason", "y", "--until", "2999-02-31"], "--until is a day such as"],
      [["suspend", id, "--reason", "y", "--until", "2020-01-01"], "--until is over already"],
      [["reports", "resolve", id, "--reason", "y", "--action", "shout"], "--action is one of none, warned, suspended"],
      [["reports", "resolve", id, "--reason", "y", "--action", "none", "--until", "2999-01-01"], "--until belongs to"],
      [["reports", "resolve", id, "--reason", "y", "--action", "warned", "--tell", "So"], "--tell belongs to"],
      [["suspend", id, "--reason", "y", "--tell", " "], "--tell is what the member reads"],
      [["suspend", id, "--reason", "y", "--tell", "x".repeat(501)], "--tell has 501 characters, and 500 at most"],
      [["log", "--limit", "many"], "--limit is a number"],
    ];
    for (const [args, said] of wrong) {
      const { code, err } = await say(...args);
      expect(err).toContain(said);
      expect(code).toBe(2);
    }
    expect((await say("show", id)).out).toMatch(/^standing +active$/m);
  });

  test("asks for help and gets it", async () => {
    const { code, out } = await say("--help");
    expect(code).toBe(0);
    for (const name of [
      "reports",
      "contact",
      "newsletter",
      "suspend",
      "lift",
      "delete",
      "grant",
      "refund",
      "backup",
      "restore",
      "verify",
      "log",
      "show",
    ])
      expect(out).toMatch(new RegExp(`^ {2}${name}\\b`, "m"));
    expect((await say()).code).toBe(2);
  });
});

describe("docs/operating.md", () => {
  const doc = readFileSync(join(import.meta.dirname, "../../docs/operating.md"), "utf8");

  test("names every command, and none that is not", async () => {
    const commands =
      (await say("--help")).out.match(/^ {2}[a-z-]+( show| resolve)?\b/gm)?.map((line) => line.trim()) ?? [];
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) expect(doc).toContain(`\`${command}\``);
    const called = [...doc.matchAll(/operator -- ([a-z][a-z-]*)/g)].map(([, name]) => name);
    for (const name of called) expect(commands).toContain(name);
  });

  test("names settings that there are", () => {
    const config = readFileSync(join(import.meta.dirname, "../config.ts"), "utf8");
    const named = new Set([...doc.matchAll(/`([A-Z]+_[A-Z_]+)`|\b([A-Z]+_[A-Z_]+)=/g)].map(([, a, b]) => a ?? b));
    expect(named.size).toBeGreaterThan(8);
    for (const name of named) expect(config).toContain(`"${name}"`);
  });
});
