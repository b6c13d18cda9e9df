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

interface Responses {
  readonly balance?: number;
  readonly history?: readonly unknown[];
  readonly messages?: readonly unknown[];
}

const get = async (address: string, path: string, { token }: Member): Promise<Responses> =>
  (await (await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })).json()) as Responses;

/** Removes the expiry dates of signed photo URLs, which change daily. */
const withoutExpiry = <T>(data: T): T => JSON.parse(JSON.stringify(data).replace(/\?viewer=[^"]+/g, "")) as T;

async function upload(address: string, path: string, field: string, { token }: Member, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(field, new Blob([new Uint8Array(await makeJpeg(600, 500))], { type: "image/jpeg" }), "picture.jpg");
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(address + path, { method: "POST", headers, body: form });
  expect(status).toBe(201);
}

/** Profile, conversation, wallet, and the bytes of all images in them. */
async function viewBy(address: string, me: Member, other: Member) {
  const page = await get(address, `/api/users/${other.id}`, me);
  const thread = await get(address, `/api/messages/${other.id}`, me);
  const { balance, history } = await get(address, "/api/crushes/data", me);
  const urls = JSON.stringify([page, thread]).match(/\/photos\/[^"]+/g) ?? [];
  const pictures = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(address + url);
      return [response.status, Buffer.from(await response.arrayBuffer()).toString("base64")];
    }),
  );
  return { ...withoutExpiry({ page, thread }), balance, history, pictures };
}

test("a backup of a running app can be restored to a new data folder and serves the same data", async () => {
  const first = starts.begin();
  const address = await first.ready();
  const [a, b] = [await signUpAt(address), await signUpAt(address)];
  await post(address, "/api/match/send-crush", { recipientId: b.id }, a.token);
  await post(address, "/api/match/send-crush", { recipientId: a.id }, b.token);
  await upload(address, "/api/profile/photos", "photos", a, {});
  await upload(address, "/api/messages/send-image", "image", a, { receiverId: b.id });
  await post(address, "/api/messages/send", { receiverId: b.id, content: "Before the backup" }, a.token);
  const before = await viewBy(address, b, a);
  // A photo and a picture of the chat, in three sizes each.
  expect(before.pictures.map(([status]) => status)).toEqual(Array(6).fill(200));

  // Other members write during the backup.
  const [c, d] = [await signUpAt(address), await signUpAt(address)];
  await post(address, "/api/match/send-crush", { recipientId: d.id }, c.token);
  await post(address, "/api/match/send-crush", { recipientId: c.id }, d.token);
  let isOver = false;
  const writing = Array.from({ length: 4 }, async () => {
    while (!isOver) await post(address, "/api/messages/send", { receiverId: d.id, content: "Meanwhile" }, c.token);
  });
  const elsewhere = makeDataFolder();
  const [folder, data, secondBackup] = ["backup", "data", "again"].map((name) => `${elsewhere.path}/${name}`) as [
    string,
    string,
    string,
  ];
  const result = await runOperatorJson(starts.path, ["backup", folder]);
  isOver = true;
  await Promise.all(writing);
  expect(result).toMatchObject({ pictures: 4, folder });
  first.process.kill("SIGTERM");
  await first.ended;

  await runOperatorJson(data, ["restore", folder]);
  const refused = await runOperatorProcess(data, ["restore", folder]);
  expect([refused.code, refused.err]).toEqual([1, `${data} is not empty\n`]);
  await runOperatorJson(data, ["backup", secondBackup]);
  const tablesOf = (path: string) => {
    const { tables, photos } = JSON.parse(readFileSync(`${path}/manifest.json`, "utf8"));
    return { ...tables, audit_log: undefined, photos };
  };
  expect(tablesOf(secondBackup)).toEqual(tablesOf(folder));
  const log = await runOperatorJson<{ action: string; actor: string }[]>(data, ["log"]);
  expect(log.map(({ action }) => action)).toEqual(["backup", "restore", "backup"]);
  expect(log[1]?.actor).toBe(userInfo().username);
  expect(readdirSync(elsewhere.path).sort()).toEqual(["again", "backup", "data"]);

  const second = starts.begin({ DATA_DIR: data });
  const copy = await second.ready();
  // Backups contain no sessions.
  expect((await post(copy, "/api/messages/send", { receiverId: b.id, content: "Late" }, a.token)).status).toBe(401);
  const logInAgain = async ({ id, email, password }: typeof a) => {
    const { body } = await post(copy, "/api/auth/login", { email, password });
    return { id, token: (body as { token: string }).token };
  };
  const [a2, b2] = [await logInAgain(a), await logInAgain(b)];
  expect(await viewBy(copy, b2, a2)).toEqual(before);
  await post(copy, "/api/messages/send", { receiverId: b.id, content: "After it" }, a2.token);
  expect((await viewBy(copy, b2, a2)).thread.messages?.at(-1)).toMatchObject({ content: "After it" });
  second.process.kill("SIGTERM");
  expect(await second.ended).toBe(0);
  expect(existsSync(`${elsewhere.path}/data/pg`)).toBe(true);
  elsewhere.remove();
}, 180_000);
