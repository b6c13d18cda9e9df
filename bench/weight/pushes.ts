import { setTimeout as pause } from "node:timers/promises";
import { type Line, median, report, toQuantiles } from "#bench/figures.ts";
import { sendText } from "#bench/load/actions.ts";
import { atRate, mustCall } from "#bench/load/client.ts";
import type { Scene } from "#bench/load/scene.ts";
import { registerPushSubscription } from "#contract/notifications/notifications.ts";
import { startPushService } from "#server/testing/fake-push-service.ts";

/** The time from sending a text to a member without an open page to its push at their push service. */
const PER_SECOND = 50;
const SECONDS = 20;
/** Each is told once in ten seconds, so that each text is worth a push of its own. */
const RECIPIENTS = PER_SECOND * 10;
const LATE_MS = 60_000;

/** Where the installations send pushes. */
export const pushService = await startPushService();

async function measure({ client, cast }: Scene): Promise<number[]> {
  const readers: { readonly from: number; readonly to: number; readonly sentAt: number[]; shown(): number }[] = [];
  for (const [from, to] of cast.matches.slice(0, RECIPIENTS)) {
    const browser = pushService.browser();
    const body = { endpoint: browser.endpoint, keys: browser.keys };
    const { method, path } = registerPushSubscription;
    await mustCall(client, { method, path, member: to, body });
    readers.push({ from, to, sentAt: [], shown: () => browser.shown.length });
  }
  const times: number[] = [];
  const counted = readers.map(() => 0);
  pushService.watch(() => {
    for (const [nth, { sentAt, shown }] of readers.entries()) {
      if (shown() === counted[nth]) continue;
      counted[nth] = shown();
      for (const at of sentAt.splice(0)) times.push(performance.now() - at);
    }
  });
  await atRate(PER_SECOND, SECONDS, async (nth, dueAt) => {
    const reader = readers[nth % readers.length];
    if (!reader) return;
    reader.sentAt.push(dueAt);
    await mustCall(client, sendText(reader.from, reader.to, `How about Thursday at ${nth}?`));
  });
  for (const until = Date.now() + LATE_MS; times.length < PER_SECOND * SECONDS; await pause(50))
    if (Date.now() > until) throw new Error(`${PER_SECOND * SECONDS - times.length} texts caused no push`);
  return times;
}

export async function measurePushes(scenes: readonly Scene[]): Promise<Line[]> {
  const values: number[] = [];
  for (const scene of scenes) {
    const times = await measure(scene);
    report("pushes", "sent to pushed", { version: scene.installation.name, ...toQuantiles(times) });
    values.push(median(times));
  }
  return [{ figure: "a text until its push: p50, ms", goal: "", values }];
}
