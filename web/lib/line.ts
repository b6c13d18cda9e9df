import { call } from "#web/lib/api.ts";
import { newId } from "#web/lib/new-id.ts";

/** Milliseconds. Hardly any request waits that long. */
const FIRST_LOOK_MS = 2_000;
const LOOK_AGAIN_MS = 5_000;

/**
 * Asks for the place in line of a request that takes long.
 * @param send sends the request with the ticket
 * @param onPlace 1 is next; not called while the place is unknown
 */
export async function withPlaceInLine<T>(
  send: (ticket: string) => Promise<T>,
  onPlace: (place: number) => void,
): Promise<T> {
  const ticket = newId();
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const look = async () => {
    let nextMs = LOOK_AGAIN_MS;
    try {
      // Without the session: nobody looks it up.
      const found = await call("GET /api/auth/line/:ticket", { params: { ticket } }, over.signal, { token: "" });
      nextMs = found.lookAgainMs;
      if (found.place !== null && !over.signal.aborted) onPlace(found.place);
    } catch {
      // The request goes on without it.
    }
    if (!over.signal.aborted) timer = setTimeout(() => void look(), nextMs);
  };
  timer = setTimeout(() => void look(), FIRST_LOOK_MS);
  try {
    return await send(ticket);
  } finally {
    over.abort();
    clearTimeout(timer);
  }
}
