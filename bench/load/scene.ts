import { report } from "#bench/figures.ts";
import { type Client, createClient } from "./client.ts";
import { connectDevices, type Devices } from "./devices.ts";
import type { Cast } from "./members.ts";
import { costsOf, type Installation } from "./server.ts";

/** An installation with its members, and with open pages of some of them. */
export interface Scene {
  readonly installation: Installation;
  readonly client: Client;
  readonly cast: Cast;
  readonly devices: Devices;
  /** A number that no other call of it gets, so that each call is for another member. */
  next(): number;
  close(): void;
}

/** With fewer, what they cost is less than what it varies by. */
const ENOUGH_PAGES = 1_000;

/** @param present members of so many matches */
export async function openScene(installation: Installation, cast: Cast, present: number): Promise<Scene> {
  const client = createClient(installation.address());
  const members = cast.matches.slice(0, present).flat();
  const [before, memory] = [await installation.readCosts(), installation.memory()];
  const devices = await connectDevices(installation.address(), members);
  const { app_cpu_ms, database_cpu_ms } = costsOf(before, await installation.readCosts(), members.length);
  const kib = (installation.memory() - memory) / 1024 / members.length;
  if (members.length >= ENOUGH_PAGES)
    report("machine", "open pages", {
      version: installation.name,
      pages: members.length,
      app_cpu_ms,
      database_cpu_ms,
      kib,
    });
  let nth = 0;
  return {
    installation,
    client,
    cast,
    devices,
    next: () => nth++,
    close() {
      devices.close();
      client.close();
    },
  };
}

/** Measures all in turn, in another order each time, so that neither benefits from a warm machine. */
export async function alternate<S>(runs: number, all: readonly S[], measure: (one: S, run: number) => Promise<void>) {
  for (let run = 0; run < runs; run++) for (const one of run % 2 ? all.toReversed() : all) await measure(one, run);
}

/** The nth item of a list, starting again after the last one. */
export function itemAt<T>(some: readonly T[], nth: number): T {
  const found = some[nth % some.length];
  if (found === undefined) throw new Error("the list is empty");
  return found;
}
