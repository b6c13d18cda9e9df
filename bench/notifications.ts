import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { Message } from "#contract/chat/messages.ts";
import { createWebPush } from "#server/platform/adapters/push.ts";
import { createVapidSigner } from "#server/platform/adapters/vapid.ts";
import { type FakeBrowser, startPushService } from "#server/testing/fake-push-service.ts";
import { report, toQuantiles } from "./figures.ts";
import { atRate } from "./load/client.ts";
import { environmentOf, makePairs, type Side, startProcess } from "./processes.ts";
import { withServer } from "./server.ts";

/**
 * The time from storing a message to the push at the recipient's push service, at 50 per second, each to an absent
 * member; compared with pushes that are sent directly.
 */
const PER_SECOND = 50;
const SECONDS = 20;
/** Each recipient receives a message every ten seconds, so that each message causes a separate push. */
const PAIRS = PER_SECOND * 10;
const TIMEOUT_MS = 60_000;

interface Reader {
  readonly browser: FakeBrowser;
  readonly sides: readonly [Side, Side];
  /** Storage times of messages whose push is missing. */
  readonly storedAt: number[];
  pushCount: number;
}

const service = await startPushService();

async function post(address: string, path: string, token: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

async function subscribe(address: string, sides: readonly [Side, Side]): Promise<Reader> {
  const browser = service.browser();
  const { endpoint, keys } = browser;
  await post(address, "/api/notifications/push", sides[1].token, { endpoint, keys });
  return { browser, sides, storedAt: [], pushCount: 0 };
}

function watch(readers: readonly Reader[]): number[] {
  const times: number[] = [];
  service.watch(() => {
    for (const reader of readers) {
      if (reader.browser.shown.length === reader.pushCount) continue;
      reader.pushCount = reader.browser.shown.length;
      for (const at of reader.storedAt.splice(0)) times.push(Date.now() - at);
    }
  });
  return times;
}

async function write(address: string, { sides: [a, b], storedAt }: Reader): Promise<void> {
  const body = { receiverId: b.id, content: "How about Thursday, after leg day?" };
  const response = await post(address, "/api/messages/send", a.token, body);
  const { message } = (await response.json()) as { message: Message };
  storedAt.push(Date.parse(message.createdAt));
}

async function measure(address: string, readers: readonly Reader[], seconds: number): Promise<number[]> {
  const times = watch(readers);
  const failed: unknown[] = [];
  await atRate(PER_SECOND, seconds, async (nth) => {
    const reader = readers[nth % readers.length];
    if (reader) await write(address, reader).catch((error: unknown) => failed.push(error));
  });
  const open = () => PER_SECOND * seconds - times.length - failed.length;
  for (const end = Date.now() + TIMEOUT_MS; open() > 0 && Date.now() < end; ) await pause(50);
  if (failed.length > 0) throw failed[0];
  if (open() > 0) throw new Error(`${open()} messages caused no push`);
  return times;
}

async function measureBare(): Promise<number[]> {
  const push = createWebPush({
    tokens: createVapidSigner(randomBytes(32), "mailto:bench@spotter.example", () => new Date()),
    now: () => new Date(),
    standIn: service.origin,
  });
  const { endpoint, keys } = service.browser();
  const target = { endpoint, p256dh: Buffer.from(keys.p256dh, "base64url"), auth: Buffer.from(keys.auth, "base64url") };
  const text = JSON.stringify({ to: "bench", cause: "low_balance", url: "/", tag: "bench", waiting: 0 });
  const times: number[] = [];
  await atRate(PER_SECOND, SECONDS, async () => {
    const startedAt = performance.now();
    await push.send(target, text, { ttl: 60, topic: "bench", urgency: "normal" });
    times.push(performance.now() - startedAt);
  });
  return times;
}

await withServer(
  async () => undefined,
  async (ctx, _, connection) => {
    const matches = await makePairs(ctx, PAIRS);
    const env = { ...environmentOf(ctx, connection), PUSH_STAND_IN: service.origin };
    const { child, address } = await startProcess("worker-server.ts", env);
    const readers: Reader[] = [];
    for (const match of matches) readers.push(await subscribe(address, match));
    const [few, others] = [readers.slice(0, PER_SECOND), readers.slice(PER_SECOND)];
    await measure(address, few, 2);
    const context = { per_second: PER_SECOND };
    report("notifications", "stored to pushed", {
      ...context,
      ...toQuantiles(await measure(address, others, SECONDS)),
    });
    report("notifications", "bare push", { ...context, ...toQuantiles(await measureBare()) });
    child.kill("SIGKILL");
  },
);
await service.close();
