import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { FREE_CRUSHES } from "#contract/limits.ts";
import { INTERESTS } from "#contract/members/catalog.ts";
import { updateProfile } from "#contract/members/profiles.ts";
import { post, signUpAt } from "#server/testing/process-harness.ts";
import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";
import { median, quantile } from "./server.ts";

/**
 * Compares this checkout with another one, such as the previous release: the same calls to a server of each,
 * alternating within one run, with limits enabled as in production. Only ratios are meaningful.
 * `git worktree add ../before <commit>`, then `node scripts/run.cjs bench/compare.ts ../before`.
 */
const CALLS = 60;
const RUNS = 7;
const PEOPLE = 90;
/** Enough members that none of them reaches a rate limit. */
const VIEWERS = 12;
const PAIRS = 20;

interface Member {
  readonly id: string;
  readonly token: string;
}
interface Target {
  readonly address: string;
  readonly viewers: readonly Member[];
  readonly people: readonly Member[];
  readonly senders: readonly Member[];
  readonly matches: readonly (readonly [Member, Member])[];
}

const PROFILE = {
  gender: "Woman",
  bio: "Rows at five.",
  location: "Austin, TX",
  interests: INTERESTS.slice(0, 3),
  height: `5'8"`,
  bodyType: "Athletic",
};

async function request(address: string, method: string, path: string, { token }: Member, body?: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) };
  const answer = await fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
}

async function joinComplete(address: string): Promise<Member> {
  const member = await signUpAt(address);
  await request(address, updateProfile.method, updateProfile.path, member, PROFILE);
  return member;
}

const repeat = async <T>(count: number, make: () => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let i = 0; i < count; i++) made.push(await make());
  return made;
};

const crush = (address: string, from: Member, to: Member) =>
  request(address, sendCrush.method, sendCrush.path, from, { recipientId: to.id });

async function createTarget(root: string) {
  const data = makeDataFolder();
  const first = startSpotter(data.path, {}, "scripts/start.ts", root);
  const address = await first.ready();
  const people = await repeat(PEOPLE, () => joinComplete(address));
  const viewers = await repeat(VIEWERS, () => joinComplete(address));
  const senders = await repeat(Math.ceil((CALLS * RUNS) / FREE_CRUSHES), () => signUpAt(address));
  const matches = await repeat(PAIRS, async () => {
    const [a, b] = [await signUpAt(address), await signUpAt(address)] as const;
    await crush(address, a, b);
    await crush(address, b, a);
    return [a, b] as const;
  });
  first.process.kill("SIGTERM");
  await first.ended;
  const restarted = startSpotter(data.path, { RATE_LIMITS: "on", LOG_LEVEL: "error" }, "scripts/start.ts", root);
  const target: Target = { address: await restarted.ready(), viewers, people, senders, matches };
  const end = async () => {
    restarted.process.kill("SIGTERM");
    await restarted.ended;
    data.remove();
  };
  return { place: target, end };
}

/** The nth item of a list, starting again after the last one. */
function itemAt<T>(some: readonly T[], nth: number): T {
  const found = some[nth % some.length];
  if (found === undefined) throw new Error("the list is empty");
  return found;
}

const CALLS_BY_NAME: Readonly<Record<string, (target: Target, nth: number) => Promise<void>>> = {
  "a page of browse": ({ address, viewers }, nth) =>
    request(address, browse.method, `${browse.path}?limit=24`, itemAt(viewers, nth)),
  "a profile": ({ address, viewers, people }, nth) => {
    const path = getMember.path.replace(":userId", itemAt(people, nth).id);
    return request(address, getMember.method, path, itemAt(viewers, nth));
  },
  "a crush to a new person": ({ address, senders, people }, nth) =>
    crush(address, itemAt(senders, Math.floor(nth / FREE_CRUSHES)), itemAt(people, nth)),
  "a message": async ({ address, matches }, nth) => {
    const pair = itemAt(matches, nth);
    // The members of a match take turns, because a member may not send many messages without an answer.
    const [from, to] = Math.floor(nth / matches.length) % 2 ? pair : [pair[1], pair[0]];
    const { status } = await post(address, sendMessage.path, { receiverId: to.id, content: "At six?" }, from.token);
    if (status !== 201) throw new Error(`a message: ${status}`);
  },
};

const [root] = process.argv.slice(2);
if (!root) {
  console.error("Usage: node scripts/run.cjs bench/compare.ts <folder of another checkout, installed and built>");
  process.exit(2);
}
const mine = await createTarget(process.cwd());
const other = await createTarget(root).catch(async (failure: unknown) => {
  await mine.end();
  throw failure;
});
try {
  for (const [nth, [name, work]] of Object.entries(CALLS_BY_NAME).entries()) {
    // Rate limits by network have windows of one minute.
    if (nth > 0) await pause(60_000);
    const ratios: number[] = [];
    const all: [number[], number[]] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      const times: [number[], number[]] = [[], []];
      for (let i = 0; i < CALLS; i++) {
        // The order changes with each call, so that neither server benefits from a warm machine.
        const order = i % 2 ? [0, 1] : [1, 0];
        for (const which of order) {
          const startedAt = performance.now();
          await work(which === 0 ? mine.place : other.place, run * CALLS + i);
          times[which === 0 ? 0 : 1].push(performance.now() - startedAt);
        }
      }
      ratios.push(median(times[0]) / median(times[1]));
      all[0].push(...times[0]);
      all[1].push(...times[1]);
    }
    console.log(
      `  ${name.padEnd(26)} ${median(all[0]).toFixed(2)} ms here, ${median(all[1]).toFixed(2)} ms other: ` +
        `${median(ratios).toFixed(2)} times (${quantile(ratios, 0.1).toFixed(2)} to ${quantile(ratios, 0.9).toFixed(2)})`,
    );
  }
} finally {
  await mine.end();
  await other.end();
}
