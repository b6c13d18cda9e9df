import { setTimeout as pause } from "node:timers/promises";
import { createConversation, type LoadConversation } from "./load-conversation.ts";
import { type Device, openDevice } from "./load-device.ts";
import { createRequests, type Requests } from "./load-requests.ts";
import type { LoadCommand, LoadRates, LoadReport, LoadSecond, LoadStart, LoadVerdict } from "./load-types.ts";

const CONNECTING_MAX = 100;
/** How often a device that misses a text, or has not read it, is looked at again, a second apart: longer than it waits for an attempt. */
const UNSEEN_ATTEMPTS = 60;

const report = (message: LoadReport): void => void process.send?.(message);
const fail = (error: unknown): void => {
  console.error(error);
  process.exit(1);
};

function newSecond() {
  const failed: Record<string, number> = {};
  return { acknowledged: 0, delivered: 0, failed, refused: 0, browsed: 0, crushed: 0, deliveryMs: [] as number[] };
}
let second = newSecond();
let rates: LoadRates = { texts: 0, browses: 0, crushes: 0 };
let requests: Requests;
let start: LoadStart;
const devices: Device[] = [];
const conversations: LoadConversation[] = [];

function countFailure(reason: string): void {
  second.failed[reason] = (second.failed[reason] ?? 0) + 1;
}

const sourceOf = (nth: number): string => start.sources[nth % start.sources.length] ?? "";

async function connectAll(): Promise<void> {
  requests = createRequests(start.host, start.port, countFailure);
  for (const [nth, match] of start.matches.entries()) {
    const onDelivered = (milliseconds: number) => {
      second.delivered++;
      second.deliveryMs.push(Math.round(milliseconds));
    };
    const conversation = createConversation(match, sourceOf(nth), requests, onDelivered, fail);
    conversations.push(conversation);
    const common = { host: start.host, port: start.port, origin: start.origin, localAddress: sourceOf(nth) };
    for (const [side, view] of conversation.views.entries()) {
      const catchUp = () => view.catchUp().catch(fail);
      devices.push(openDevice({ ...common, token: match[side]?.token ?? "", onEvent: view.onEvent, catchUp }));
    }
    while (devices.length - countConnected() > CONNECTING_MAX) await pause(20);
  }
  while (countConnected() < devices.length) await pause(100);
}

const countConnected = (): number => devices.filter((device) => device.isConnected()).length;

let nextWriter = 0;
function writeNext(): void {
  for (let tries = 0; tries < conversations.length; tries++) {
    const conversation = conversations[nextWriter++ % conversations.length];
    if (!conversation || conversation.isWriting()) continue;
    conversation.write().then(() => second.acknowledged++, fail);
    return;
  }
}

let nextBrowser = 0;
function browse(): void {
  const nth = nextBrowser++ % start.matches.length;
  const token = start.matches[nth]?.[0].token ?? "";
  const count = (status: number) => (status === 200 ? second.browsed++ : second.refused++);
  requests.once(sourceOf(nth), "GET", "/api/profile/all?limit=24", token).then(
    ({ status }) => count(status),
    (error: NodeJS.ErrnoException) => countFailure(error.code ?? error.message),
  );
}

let nextCrush = 0;
function crush(): void {
  const nth = nextCrush++;
  const token = start.matches[nth % start.matches.length]?.[0].token ?? "";
  const recipientId = start.strangers[nth % start.strangers.length];
  if (recipientId === undefined) return;
  requests
    .untilDecided(sourceOf(nth), "POST", "/api/match/send-crush", token, { recipientId })
    .then(({ status }) => (status < 300 ? second.crushed++ : second.refused++), fail);
}

/** Without waiting for earlier acts. */
async function act(): Promise<never> {
  const due = { texts: 0, browses: 0, crushes: 0 };
  for (let last = performance.now(); ; ) {
    await pause(5);
    const now = performance.now();
    // After a stall of this process the missed acts are not made up for.
    const seconds = Math.min(0.5, (now - last) / 1000);
    last = now;
    for (const kind of ["texts", "browses", "crushes"] as const) due[kind] += rates[kind] * seconds;
    for (; due.texts >= 1; due.texts--) writeNext();
    for (; due.browses >= 1; due.browses--) browse();
    for (; due.crushes >= 1; due.crushes--) crush();
  }
}

async function verify(): Promise<LoadVerdict> {
  while (conversations.some((conversation) => conversation.isWriting())) await pause(50);
  const sum = { acknowledged: 0, lost: 0, doubled: 0, outOfOrder: 0, unseen: 0, unread: 0 };
  const check = async (conversation: LoadConversation): Promise<void> => {
    let verdict = await conversation.verify();
    // An event may still be on its way, or the device waits to connect again.
    for (let attempt = 0; verdict.unseen + verdict.unread > 0 && attempt < UNSEEN_ATTEMPTS; attempt++) {
      await pause(1000);
      verdict = await conversation.verify();
    }
    for (const key of ["acknowledged", "lost", "doubled", "outOfOrder", "unseen", "unread"] as const)
      sum[key] += verdict[key];
  };
  const rest = conversations.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const conversation of rest) await check(conversation);
    }),
  );
  return sum;
}

function reportSecond(): void {
  const done: LoadSecond = { ...second, connected: countConnected() };
  second = newSecond();
  report({ kind: "second", second: done });
}

process.on("message", (command: LoadCommand) => {
  if (command.kind === "rates") rates = command.rates;
  else if (command.kind === "verify") verify().then((verdict) => report({ kind: "verdict", verdict }), fail);
  else {
    start = command;
    connectAll().then(() => {
      report({ kind: "connected", count: devices.length });
      setInterval(reportSecond, 1000);
      void act();
    }, fail);
  }
});
process.once("disconnect", () => process.exit(0));
