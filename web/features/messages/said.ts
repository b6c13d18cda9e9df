/** What was said last in this tab. Each time is another one, also of the same message. */
interface Said {
  readonly clientId: string;
}

let last: Said | undefined;

/** Notes that a message was sent off in this tab, not in another one or on another device. */
export function sayHere(clientId: string): void {
  last = { clientId };
}

export const saidHere = (): Said | undefined => last;
