import { existsSync, readdirSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { makeJpeg } from "#server/testing/images.ts";
import { runOperatorJson, runOperatorProcess } from "#server/testing/operator-cli.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { makeDataFolder } from "#server/testing/spotter-process.ts";

const starts = processHarness();

interface Member {
  readonly token: string;
  readonly id: string;
}

interface Seen {
  readonly balance?: number;
  readonly history?: readonly unknown[];
  readonly messages?: readonly unknown[];
}

const ask = async (address: string, path: string, { token }: Member): Promise<Seen> =>
  (await (await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })).json()) as Seen;

/** Without what changes with the day: until when a picture's address is good. */
const undated = <T>(seen: T): T => JSON.parse(JSON.stringify(seen).replace(/\?viewer=[^"]+/g, "")) as T;

async function upload(address: string, path: string, field: string, { token }: Member, more: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  form.append(field, new Blob([new Uint8Array(await makeJpeg(600, 500))], { type: "image/jpeg" }), "picture.jpg");
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(address + path, { method: "POST", headers, body: form });
  expect(status).toBe(201);
}

/** What a member sees of another: page, conversation, wallet, and the bytes of every picture in them. */
async function seenBy(address: string, me: Member, other: Member) {
  const page = await ask(address, `/api/users/${other.id}`, me);
  const thread = await ask(address, `/api/messages/${other.id}`, me);
  const { balance, history } = await ask(address, "/api/crushes/data", me);
  const urls = JSON.stringify([page, thread]).match(/\/photos\/[^"]+/g) ?? [];
  const pictures = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(address + url);
      return [response.status, Buffer.from(await response.arrayBuffer()).toString("base64")];
    }),
  );
  return { ...undated({ page, thread }), balance, history, pictures };
}

test("a copy that was made while the app ran serves the same at another address", async () => {
  const first = starts.begin();
  const address = await first.ready();
  const [a, b] = [await signUpAt(address), await signUpAt(address)];
  await post(address, "/api/match/send-crush", { recipientId: b.id }, a.token);
  await post(address, "/api/match/send-crush", { recipientId: a.id }, b.token);
  await upload(address, "/api/profile/photos", "photos", a, {});
  await upload(address, "/api/messages/send-image", "image", a, { receiverId: b.id });
  await post(address, "/api/messages/send", { receiverId: b.id, content: "Before the backup" }, a.token);
  const before = await seenBy(address, b, a);
  expect(before.pictures.map(([status]) => status)).toEqual([200, 200, 200, 200]);

  // Others go on writing.
  const [c, d] = [await signUpAt(address), await signUpAt(address)];
  await post(address, "/api/match/send-crush", { recipientId: d.id }, c.token);
  await post(address, "/api/match/send-crush", { recipientId: c.id }, d.token);
  let isOver = false;
  const writing = Array.from({ length: 4 }, async () => {
    while (!isOver) await post(address, "/api/messages/send", { receiverId: d.id, content: "Meanwhile" }, c.token);
  });
  const elsewhere = makeDataFolder();
  const [folder, data, again] = ["backup", "data", "again"].map((name) => `${elsewhere.path}/${name}`) as [
    string,
    string,
    string,
  ];
  const made = await runOperatorJson(starts.path, ["backup", folder]);
  isOver = true;
  await Promise.all(writing);
  expect(made).toMatchObject({ pictures: 4, folder });
  first.process.kill("SIGTERM");
  await first.ended;

  await runOperatorJson(data, ["restore", folder]);
  const refused = await runOperatorProcess(data, ["restore", folder]);
  expect([refused.code, refused.err]).toEqual([1, `${data} is not empty\n`]);
  await runOperatorJson(data, ["backup", again]);
  const tablesOf = (path: string) => {
    const { tables, photos } = JSON.parse(readFileSync(`${path}/manifest.json`, "utf8"));
    return { ...tables, audit_log: undefined, photos };
  };
  expect(tablesOf(again)).toEqual(tablesOf(folder));
  const log = await runOperatorJson<{ action: string; actor: string }[]>(data, ["log"]);
  expect(log.map(({ action }) => action)).toEqual(["backup", "restore", "backup"]);
  expect(log[1]?.actor).toBe(userInfo().username);
  expect(readdirSync(elsewhere.path).sort()).toEqual(["again", "backup", "data"]);

  const second = starts.begin({ DATA_DIR: data });
  const copy = await second.ready();
  // No login is in a backup.
  expect((await post(copy, "/api/messages/send", { receiverId: b.id, content: "Late" }, a.token)).status).toBe(401);
  const logInAgain = async ({ id, email, password }: typeof a) => {
    const { body } = await post(copy, "/api/auth/login", { email, password });
    return { id, token: (body as { token: string }).token };
  };
  const [a2, b2] = [await logInAgain(a), await logInAgain(b)];
  expect(await seenBy(copy, b2, a2)).toEqual(before);
  await post(copy, "/api/messages/send", { receiverId: b.id, content: "After it" }, a2.token);
  expect((await seenBy(copy, b2, a2)).thread.messages?.at(-1)).toMatchObject({ content: "After it" });
  second.process.kill("SIGTERM");
  expect(await second.ended).toBe(0);
  expect(existsSync(`${elsewhere.path}/data/pg`)).toBe(true);
  elsewhere.remove();
}, 180_000);
