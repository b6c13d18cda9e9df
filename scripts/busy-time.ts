import { cpus } from "node:os";

export interface Cost {
  readonly wallMs: number;
  /** CPU time of the machine, shared equally by the parts that ran at once. Includes what other programs did. */
  readonly cpuMs: number;
}

const busyMs = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

/** Parts may overlap. An error of a part ends the run. */
export function createBusyTimer(readMs: () => number = busyMs) {
  const running = new Map<symbol, { cpuMs: number }>();
  let last = readMs();
  const share = () => {
    const now = readMs();
    for (const one of running.values()) one.cpuMs += (now - last) / running.size;
    last = now;
  };
  return async function measure<T>(work: () => Promise<T>): Promise<{ result: T; cost: Cost }> {
    const [id, started, one] = [Symbol("part"), performance.now(), { cpuMs: 0 }];
    share();
    running.set(id, one);
    const result = await work();
    share();
    running.delete(id);
    return { result, cost: { wallMs: performance.now() - started, cpuMs: one.cpuMs } };
  };
}
