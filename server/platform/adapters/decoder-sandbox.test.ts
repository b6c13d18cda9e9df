import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import {
  findSandbox,
  forkDecoder,
  reportSandbox,
  sandboxArgs,
  wasKilled,
} from "#server/platform/adapters/decoder-sandbox.ts";

const sandbox = await findSandbox();
const title = sandbox.isWorking ? "the sandbox" : `the sandbox (does not work here: ${sandbox.reason})`;

describe.skipIf(!sandbox.isWorking)(title, () => {
  test("keeps a decoder from the app's environment, files, processes and network", async () => {
    const folder = mkdtempSync(join(tmpdir(), "spotter-sandbox-"));
    const [key, given] = [join(folder, "hash.key"), join(folder, "upload")];
    for (const path of [key, given]) writeFileSync(path, "bytes");
    const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const pry = async (state: Parameters<typeof forkDecoder>[0]) => {
      const worker = forkDecoder(state, {
        script: join(import.meta.dirname, "../../testing/prying-decoder.ts"),
        args: [String(process.pid), key, given, String((server.address() as AddressInfo).port)],
        env: { MALLOC_ARENA_MAX: "1" },
        files: [given],
      });
      const [answer] = (await once(worker, "message")) as [Record<string, string | string[]>];
      worker.kill("SIGKILL");
      return answer;
    };
    // Without it, the same program gets all of it.
    expect(await pry({ isWorking: false, reason: "" })).toMatchObject({
      environment: expect.stringContaining("PATH="),
      processes: "true",
      key: "bytes",
      given: "bytes",
      network: "connected",
    });
    const { own, ...reached } = await pry(sandbox);
    expect(reached).toEqual({
      environment: expect.not.stringContaining("PATH="),
      processes: "false",
      key: "ENOENT",
      given: "bytes",
      network: "ECONNREFUSED",
    });
    expect((own ?? []).includes("PATH")).toBe(false);
    server.close();
    rmSync(folder, { recursive: true });
  });
});

test("bubblewrap gets its own namespaces, and of the app's folder the code only", () => {
  const args = sandboxArgs(["/srv/spotter/data/uploads/1"]);
  expect(args).toEqual(expect.arrayContaining(["--unshare-all", "--die-with-parent", "--new-session"]));
  const bound = args.flatMap((arg, i) => (arg.endsWith("bind-try") ? [[arg, args[i + 1], args[i + 2]]] : []));
  for (const [how, from, to] of bound) {
    expect(how).toBe("--ro-bind-try");
    expect(from).toBe(to);
  }
  const root = join(import.meta.dirname, "../../..");
  const paths = bound.map(([, from]) => from);
  expect(paths).toContain("/srv/spotter/data/uploads/1");
  for (const path of [root, "/", "/etc", "/proc", join(root, "data"), "/srv/spotter/data"])
    expect(paths).not.toContain(path);
  expect(args).not.toContain("--share-net");
});

test("the log says where images are decoded without a sandbox", () => {
  const lines: { level: number; reason?: string }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  reportSandbox({ isWorking: false, reason: "bubblewrap is not installed" }, log);
  reportSandbox({ isWorking: true }, log);
  expect(lines.map(({ level, reason }) => [level, reason])).toEqual([
    [40, "bubblewrap is not installed"],
    [30, undefined],
  ]);
});

test.each([
  [null, true],
  [137, true],
  [0, false],
  [1, false],
])("an exit with %s was by a signal: %s", (code, expected) => expect(wasKilled(code)).toBe(expected));
