import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import { idOf } from "#bench/population.ts";
import { login } from "#contract/accounts/accounts.ts";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { getConversations, markRead, searchMessages, sendMessage } from "#contract/chat/messages.ts";
import { getCrushes, getUnseenCrushCount, sendCrush } from "#contract/crushes/crushes.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { getFilters } from "#contract/discovery/search-preferences.ts";
import { CONVERSATIONS_PAGE } from "#contract/limits.ts";
import { deleteAccount, requestDataExport } from "#contract/member-data/member-data.ts";
import { type Call, type Client, mustCall, networkOf, type Reply } from "./client.ts";
import { emailOf, PASSWORD, tokenOf } from "./members.ts";

/** What members do, as the app calls it. What differs between versions is told apart by the reply. */

export const readOneRow = (member: number): Call => ({ method: "GET", path: getFilters.path, member });
export const openBrowse = (member: number): Call => ({ method: "GET", path: `${browse.path}?limit=24`, member });
export const openProfile = (member: number, other: number): Call => ({
  method: "GET",
  path: getMember.path.replace(":userId", idOf(other)),
  member,
});
/** As the app does; versions without pages answer all. */
export const openConversations = (member: number): Call => ({
  method: "GET",
  path: `${getConversations.path}?limit=${CONVERSATIONS_PAGE}`,
  member,
});
export const countUnseen = (member: number): Call => ({ method: "GET", path: getUnseenCrushCount.path, member });
export const sendText = (member: number, other: number, content: string): Call => ({
  method: "POST",
  path: sendMessage.path,
  member,
  body: { receiverId: idOf(other), content, clientId: randomUUID() },
});
export const readConversation = (member: number, otherId: string): Call => ({
  method: "PUT",
  path: markRead.path.replace(":conversationId", conversationIdOf(idOf(member), otherId)),
  member,
});
export const crushOn = (member: number, other: number): Call => ({
  method: "POST",
  path: sendCrush.path,
  member,
  body: { recipientId: idOf(other) },
});
export const eraseMember = (member: number): Call => ({
  method: "POST",
  path: deleteAccount.path,
  member,
  body: { password: PASSWORD },
});

type Json = Readonly<Record<string, unknown>>;
const jsonOf = (reply: Reply): Json => {
  const isCompressed = /\r\ncontent-encoding: br/i.test(reply.head);
  return JSON.parse((isCompressed ? brotliDecompressSync(reply.body) : reply.body).toString()) as Json;
};

/** All crush lists at once, as a client asks that knows no pages. */
export const openAllCrushes = (member: number): Call => ({ method: "GET", path: getCrushes.path, member });

/** What My Crushes asks for: numbers and the first page, in versions that have them. */
export async function openMyCrushes(client: Client, member: number): Promise<void> {
  const paths = ["/api/crushes/counts", "/api/crushes/lists/received"];
  const replies = await Promise.all(paths.map((path) => client.call({ method: "GET", path, member })));
  if (replies.some(({ status }) => status === 404)) await mustCall(client, openAllCrushes(member));
  else if (replies.some(({ status }) => status !== 200)) throw new Error("My Crushes cannot be opened");
}

/** Of all texts, or in versions that search a part at a time, of the latest ones. */
export const searchTexts = (member: number, text: string): Call => ({
  method: "POST",
  path: searchMessages.path,
  member,
  body: { text },
});

const RETRY_MS_MAX = 5_000;

/** How a login ended, and how often it was told to wait and try again. */
export interface Login {
  readonly status: number;
  readonly repeats: number;
}

/** Tries again when it is told to, as the app does. @param until performance.now() at which it gives up */
export async function logIn(client: Client, member: number, until: number): Promise<Login> {
  for (let repeats = 0; ; repeats++) {
    const body = { email: emailOf(member), password: PASSWORD };
    const reply = await client.call({ method: "POST", path: login.path, from: member, body });
    const seconds = Number(/\r\nretry-after: (\d+)/i.exec(reply.head)?.[1] ?? 1);
    const mustWait = reply.status === 202 || reply.status === 429 || reply.status >= 500;
    if (!mustWait || performance.now() > until) return { status: reply.status, repeats };
    await pause(Math.min(RETRY_MS_MAX, seconds * 1000));
  }
}

/** @returns its bytes */
const download = (url: string, member: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { "x-forwarded-for": networkOf(member), authorization: `Bearer ${tokenOf(member)}` };
    request(url, { headers }, (response) => {
      let bytes = 0;
      response.on("data", (part: Buffer) => (bytes += part.length));
      response.once("error", reject);
      response.once("close", () =>
        response.complete && response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`the download ended with ${response.statusCode} after ${bytes} bytes`)),
      );
    })
      .once("error", reject)
      .end();
  });

const EXPORT_POLL_MS = 1_000;
/** In versions in which a job writes the file. */
const DATA_COPY = "/api/account/data-copy";

/** @returns the path of the file, once it is ready */
async function prepareExport(client: Client, member: number): Promise<string> {
  for (;;) {
    const { copy } = jsonOf(await mustCall(client, { method: "GET", path: DATA_COPY, member })) as {
      copy: { state: string } | null;
    };
    if (copy?.state === "ready") break;
    if (copy?.state === "failed") throw new Error("the export failed");
    await pause(EXPORT_POLL_MS);
  }
  return String(jsonOf(await mustCall(client, { method: "POST", path: `${DATA_COPY}/link`, member }))["url"]);
}

/**
 * Asks for the member's data, waits until they are ready where a job writes them, and loads them.
 * @returns milliseconds of the request, and of all, and the bytes
 */
export async function loadExport(client: Client, address: string, member: number) {
  const body = { password: PASSWORD };
  const startedAt = performance.now();
  const asked = await client.call({ method: "POST", path: DATA_COPY, member, body });
  const direct =
    asked.status === 404
      ? await mustCall(client, { method: "POST", path: requestDataExport.path, member, body })
      : undefined;
  if (!direct && asked.status >= 300) throw new Error(`the export was refused: ${asked.status}`);
  const requestMs = performance.now() - startedAt;
  const url = direct ? String(jsonOf(direct)["url"]) : await prepareExport(client, member);
  const bytes = await download(address + url, member);
  return { requestMs, ms: performance.now() - startedAt, bytes };
}
