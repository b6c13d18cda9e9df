import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { findOperatorName, runOperator } from "#server/cli/cli.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { createMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });

test.each([
  [undefined, "ada", "ada"],
  ["", "root", "root"],
  ["root", "root", "root"],

  ["ada", "root", "ada"],
  ["eve", "spotter", "spotter (sudo by eve)"],
])("SUDO_USER %j in a process of %s names the operator %s", (sudoUser, account, name) => {
  expect(findOperatorName(sudoUser, account)).toBe(name);
});

test("records the operating system account as the operator, and --as beside it", async () => {
  const { id, username } = await createMember(app);
  const out: string[] = [];
  const run = (...args: string[]) =>
    runOperator(args, () => ({ ...app.ctx.config, databaseUrl: urlOf(app.database.connection) }), {
      print: (line) => void out.push(line),
      printError: (line) => void out.push(line),
      sudoUser: undefined,
    });
  expect(await run("show", id, "--as", "somebody else")).toBe(0);
  expect(await run("show", id)).toBe(0);
  const { rows } = await app.database.pool.query(
    "select actor, acting_as from audit_log where target = $1 order by id",
    [id],
  );
  const { username: who } = userInfo();
  expect(rows).toEqual([
    { actor: who, acting_as: "somebody else" },
    { actor: who, acting_as: null },
  ]);
  expect(await run("log", "--about", username)).toBe(0);
  expect(out.join("\n")).toContain(`${who} as somebody else`);
});
