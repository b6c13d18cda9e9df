/** What was said last in this tab. Each time is another one, also of the same message. */
interface LastSent {
  readonly clientId: string;
}

let lastSent: LastSent | undefined;

/** Notes that a message was sent off in this tab, not in another one or on another device. */
export function setLastSent(clientId: string): void {
  lastSent = { clientId };
}

export const getLastSent = (): LastSent | undefined => lastSent;
