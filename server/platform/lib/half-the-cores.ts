import { availableParallelism } from "node:os";

/**
 * How much expensive work of visitors runs at once: half of the cores that this process may use, one at least, so that
 * the event loop and the database keep theirs. More than four would only hold memory.
 */
export const HALF_THE_CORES = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
