import { expect } from "vitest";
import { type ChatClient, openChat } from "#server/testing/chat-clients.ts";
import { post, signUpAt } from "#server/testing/process-harness.ts";

/** Two members of a match, one with two devices. */
export interface Conversation {
  readonly clients: readonly ChatClient[];
}

/** Every so manieth is deleted again. */
const DELETED = 10;

/** Makes matches at a running Spotter, and opens the devices. */
export async function createConversations(address: string, count: number): Promise<Conversation[]> {
  const talks: Conversation[] = [];
  for (let i = 0; i < count; i++) {
    const [a, b] = [await signUpAt(address), await signUpAt(address)];
    await post(address, "/api/match/send-crush", { recipientId: b.id }, a.token);
    await post(address, "/api/match/send-crush", { recipientId: a.id }, b.token);
    const open = (from: typeof a, to: typeof a) => openChat(address, { token: from.token, me: from.id, other: to.id });
    talks.push({ clients: [open(a, b), open(b, a), open(b, a)] });
  }
  return talks;
}

/** Lets all write at once, each its share one after the other, and delete now and then. */
export async function sendAll(talks: readonly Conversation[], each: number): Promise<void> {
  const write = async (client: ChatClient, name: string) => {
    for (let i = 0; i < each; i++) {
      const text = `${name} ${i}`;
      await client.send(text);
      if (i % DELETED === DELETED - 1) await client.remove(client.acknowledged.get(text) ?? "");
    }
  };
  await Promise.all(
    talks.flatMap(({ clients }, talk) => clients.map((client, who) => write(client, `${talk}.${who}`))),
  );
}

/** Whether all devices of a talk show the same, as far as the furthest. */
function agree({ clients }: Conversation): boolean {
  const furthest = Math.max(...clients.map((client) => client.rev()));
  return clients.every((client) => client.rev() === furthest);
}

export interface ConsistencyReport {
  readonly sent: number;
  readonly lost: number;
  readonly double: number;
  readonly disordered: number;
  readonly gaps: number;
  readonly repeats: number;
}

/** Compares what all devices show with each other and with what was answered. */
export async function checkConsistency(talks: readonly Conversation[], each: number): Promise<ConsistencyReport> {
  const verdict = { sent: 0, lost: 0, double: 0, disordered: 0, gaps: 0, repeats: 0 };
  // They come to agree by themselves: by what they are told, or by noticing that they were not.
  await expect.poll(() => talks.every(agree), { timeout: 30_000 }).toBe(true);
  for (const { clients } of talks) {
    for (const client of clients) await client.catchUp();
    const [one, ...others] = clients.map((client) => client.shown());
    const texts = one?.map(({ content }) => content) ?? [];
    const shown = new Set(texts);
    const deleted = clients.length * Math.floor(each / DELETED);
    for (const client of clients) {
      verdict.sent += client.acknowledged.size;
      verdict.repeats += client.repeats();
      for (const text of client.acknowledged.keys()) {
        const wasDeleted = Number(text.split(" ")[1]) % DELETED === DELETED - 1;
        if (shown.has(text) === wasDeleted) verdict.lost++;
      }
    }
    verdict.double += texts.length - shown.size;
    const order = JSON.stringify(one?.map(({ _id, seq }) => [_id, seq]));
    verdict.disordered += others.filter(
      (list) => JSON.stringify(list.map(({ _id, seq }) => [_id, seq])) !== order,
    ).length;
    // Whoever is whole has had every place, of deleted messages too.
    verdict.gaps += countGaps(one?.map(({ seq }) => seq) ?? [], deleted);
  }
  return verdict;
}

/** Places that nobody has, beyond those of what was deleted. */
function countGaps(places: readonly number[], deleted: number): number {
  const last = places.at(-1) ?? 0;
  return Math.max(0, last - places.length - deleted);
}

/** Nothing lost, nothing twice, one order, no gap. */
export function expectConsistent(verdict: ConsistencyReport, talks: readonly Conversation[], each: number): void {
  const sent = talks.reduce((sum, { clients }) => sum + clients.length, 0) * each;
  expect(verdict).toEqual({ sent, lost: 0, double: 0, disordered: 0, gaps: 0, repeats: expect.any(Number) });
}
