import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { idOf } from "#bench/population.ts";
import { login } from "#contract/accounts/accounts.ts";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { getConversations, markRead, searchMessages, sendMessage } from "#contract/chat/messages.ts";
import { getCrushes, getUnseenCrushCount, sendCrush } from "#contract/crushes/crushes.ts";
import { browse } from "#contract/discovery/discovery.ts";
import { getFilters } from "#contract/discovery/search-preferences.ts";
import { deleteAccount, requestDataExport } from "#contract/member-data/member-data.ts";
import { type Call, type Client, mustCall, networkOf, type Reply } from "./client.ts";
import { emailOf, PASSWORD, tokenOf } from "./members.ts";

/** What members do, as the app calls it. What differs between versions is told apart by the reply. */

export const readOneRow = (member: number): Call => ({ method: "GET", path: getFilters.path, member });
export const openBrowse = (member: number): Call => ({ method: "GET", path: `${browse.path}?limit=24`, member });
export const openConversations = (member: number): Call => ({ method: "GET", path: getConversations.path, member });
export const openCrushes = (member: number): Call => ({ method: "GET", path: getCrushes.path, member });
export const countUnseen = (member: number): Call => ({ method: "GET", path: getUnseenCrushCount.path, member });
export const searchTexts = (member: number, text: string): Call => ({
  method: "POST",
  path: searchMessages.path,
  member,
  body: { text },
});
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

const jsonOf = (reply: Reply): Record<string, unknown> => JSON.parse(reply.body.toString()) as Record<string, unknown>;

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
    if (reply.status < 400 || (reply.status < 500 && reply.status !== 429) || performance.now() > until)
      return { status: reply.status, repeats };
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

/**
 * Asks for the member's data, waits until they are ready where a job writes them, and loads them.
 * @returns milliseconds of the request, and of all, and the bytes
 */
export async function loadExport(client: Client, address: string, member: number) {
  const startedAt = performance.now();
  const body = { password: PASSWORD };
  let reply = jsonOf(await mustCall(client, { method: "POST", path: requestDataExport.path, member, body }));
  const requestMs = performance.now() - startedAt;
  while (typeof reply["url"] !== "string") {
    await pause(EXPORT_POLL_MS);
    reply = jsonOf(await mustCall(client, { method: "GET", path: requestDataExport.path, member }));
  }
  const bytes = await download(address + reply["url"], member);
  return { requestMs, ms: performance.now() - startedAt, bytes };
}
