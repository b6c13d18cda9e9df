import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runOperator } from "#server/cli/cli.ts";
import { createMember } from "#server/testing/members.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });

const runOnApp = (...args: string[]) => runCommand(app, args);

const SUSPEND = "suspend <member> --reason <text> --message <text> [--until <time>] [--change]";

describe("a command line", () => {
  test("that is invalid gets exit code 2 and a usage hint, before the settings are read", async () => {
    const wrong: [string[], string][] = [
      [["sspend", "x"], "Unknown command 'sspend'."],
      [["suspend", "x"], "`--reason <text>` is required."],
      [["suspend", "x", "--reason", "\u2800"], "`--reason <text>` is required."],
      [["suspend", "--reason", "y"], `Usage: ${SUSPEND}`],
      [["suspend", "x", "y", "--reason", "y"], `Usage: ${SUSPEND}`],
      [["suspend", "x", "--why", "y"], "Unknown option '--why'."],
    ];
    for (const [args, message] of wrong) {
      const unread = () => {
        throw new Error("the settings were read");
      };
      const err: string[] = [];
      const code = await runOperator(args, unread, {
        print: () => undefined,
        printError: (line) => void err.push(line),
      });
      expect([code, err]).toEqual([2, [message, "Run `npm run operator -- --help` for usage."]]);
    }
  });

  test("with an invalid option value is rejected and changes nothing", async () => {
    const { id } = await createMember(app);
    const wrong: [string[], string][] = [
      [["suspend", id, "--reason", "y", "--until", "tomorrow"], "`--until` must be a day such as"],
      [["suspend", id, "--reason", "y", "--until", "2999-02-31"], "`--until` must be a day such as"],
      [["suspend", id, "--reason", "y", "--until", "2020-01-01"], "`--until` is in the past."],
      [["suspend", id, "--reason", "y"], "`--message <text>` is required"],
      [["suspend", id, "--reason", "y", "--message", " "], "`--message` must not be empty."],
      [["suspend", id, "--reason", "y", "--message", "\u2800"], "`--message` must not be empty."],
      [
        ["suspend", id, "--reason", "y", "--message", "x".repeat(501)],
        "`--message` has 501 characters; the maximum is 500.",
      ],
      [["log", "--limit", "many"], "`--limit` must be a number"],
    ];
    for (const [args, message] of wrong) {
      const { code, err } = await runOnApp(...args);
      expect(err).toContain(message);
      expect(code).toBe(2);
    }
    expect((await runOnApp("show", id)).out).toMatch(/^status +active$/m);
  });

  test("with --help lists all commands", async () => {
    const { code, out } = await runOnApp("--help");
    expect(code).toBe(0);
    for (const name of [
      "reports",
      "contact",
      "newsletter",
      "broadcast",
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
    expect((await runOnApp()).code).toBe(2);
  });
});

describe("docs/operating", () => {
  const pages = join(import.meta.dirname, "../../docs/operating");
  const doc = readdirSync(pages)
    .map((page) => readFileSync(join(pages, page), "utf8"))
    .join("\n");

  test("documents every command, and no unknown one", async () => {
    const commands =
      (await runOnApp("--help")).out
        .match(/^ {2}[a-z][a-z-]*( [a-z][a-z-]*)?(?![\w-])/gm)
        ?.map((line) => line.trim()) ?? [];
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) expect(doc).toContain(`\`${command}\``);
    const listed = /## Commands\n([\s\S]*?)\n##/.exec(readFileSync(join(pages, "commands.md"), "utf8"))?.[1] ?? "";
    const names = [...listed.matchAll(/^- (.*?):/gms)].flatMap(([, list = ""]) => [...list.matchAll(/`([^`]+)`/g)]);
    for (const [, name] of names) expect(commands).toContain(name);
    const called = [...doc.matchAll(/operator -- ([a-z][a-z-]*)/g)].map(([, name]) => name);
    for (const name of called) expect(commands.map((command) => command.split(" ")[0])).toContain(name);
  });

  test("names only existing settings", () => {
    const config = readFileSync(join(import.meta.dirname, "../config.ts"), "utf8");
    const named = new Set([...doc.matchAll(/`([A-Z]+_[A-Z_]+)`|\b([A-Z]+_[A-Z_]+)=/g)].map(([, a, b]) => a ?? b));
    expect(named.size).toBeGreaterThan(8);
    for (const name of named) expect(config).toContain(`"${name}"`);
  });
});
