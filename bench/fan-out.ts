import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { createRedisServer } from "#server/platform/adapters/redis.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { createKeyedHash } from "#server/platform/lib/keyed-hash.ts";
import { createPubSub, type PubSub, type PubSubOptions } from "#server/platform/realtime/pubsub.ts";
import { report } from "./figures.ts";
import { withServer } from "./server.ts";

/**
 * How many processes get an event about a member who is connected to one of eight, and what that costs: all of them as
 * with a single channel, or only that one. With `ENGINE_REDIS_URL` over Redis, too. All processes share this thread.
 */
const PROCESSES = 8;
const MEMBERS = 20_000;
const EVENTS = 40_000;
/** At most so many wait to be published, as in `pubsub-queue.ts`. */
const WAITING_MAX = 10_000;
const PAYLOAD = "x".repeat(400);

const log = pino({ level: "silent" });

await withServer(
  async () => undefined,
  async (_ctx, _address, connection) => {
    const members = Array.from({ length: MEMBERS }, newId);

    async function measure(transport: string, isTargeted: boolean, options: PubSubOptions): Promise<void> {
      const processes: PubSub[] = [];
      let received = 0;
      const arrived = new Set<number>();
      for (let i = 0; i < PROCESSES; i++) {
        const pubsub = createPubSub(connection, log, options);
        await pubsub.listen(
          (message) => {
            received++;
            arrived.add((message as { n: number }).n);
          },
          () => {
            throw new Error("a gap");
          },
        );
        processes.push(pubsub);
      }
      const joinsAt = performance.now();
      await Promise.all(members.map((member, i) => processes[i % PROCESSES]?.join(member)));
      const joinMs = performance.now() - joinsAt;
      const [cpuBefore, startedAt] = [process.cpuUsage(), performance.now()];
      for (let n = 0; n < EVENTS; n++) {
        const member = members[(n * 7919) % MEMBERS] ?? "";
        // From a process at which the member is not connected.
        const from = processes[((((n * 7919) % MEMBERS) % PROCESSES) + 1 + (n % (PROCESSES - 1))) % PROCESSES];
        from?.send({ n, payload: PAYLOAD }, isTargeted ? member : undefined);
        while (n - arrived.size > WAITING_MAX) await pause(1);
      }
      while (arrived.size < EVENTS) await pause(1);
      const seconds = (performance.now() - startedAt) / 1000;
      await pause(500);
      const { user, system } = process.cpuUsage(cpuBefore);
      report("fan-out", isTargeted ? "to the member's process" : "to every process", {
        transport,
        processes: PROCESSES,
        deliveries_per_event: received / EVENTS,
        events_per_second: EVENTS / seconds,
        cpu_us_per_event: (user + system) / EVENTS,
        join_ms_per_1000: (joinMs / MEMBERS) * 1000,
      });
      for (const pubsub of processes) await pubsub.close();
    }

    await measure("PostgreSQL", false, {});
    await measure("PostgreSQL", true, {});
    const address = process.env["ENGINE_REDIS_URL"];
    if (address)
      await measure("Redis", true, {
        redis: await createRedisServer(address, Buffer.from(newId()), createKeyedHash(Buffer.from(newId()))),
      });
  },
);
