/** A member with an open session. */
export interface LoadMember {
  readonly id: string;
  readonly token: string;
}

/** Two matched members with a connected device each. */
export type LoadMatch = readonly [LoadMember, LoadMember];

export interface LoadStart {
  readonly kind: "start";
  /** The host of the load balancer, and its port. */
  readonly host: string;
  readonly port: number;
  readonly origin: string;
  /** Source addresses: as members have one each, no limit by address applies to all. */
  readonly sources: readonly string[];
  readonly matches: readonly LoadMatch[];
  /** Others who can be crushed on. */
  readonly strangers: readonly string[];
}

/** What happens each second. */
export interface LoadRates {
  readonly texts: number;
  readonly browses: number;
  readonly crushes: number;
}

export type LoadCommand =
  | LoadStart
  | { readonly kind: "rates"; readonly rates: LoadRates }
  /** Waits until nothing is being sent, and compares what devices show with what was acknowledged. */
  | { readonly kind: "verify" };

/** What happened in one second. */
export interface LoadSecond {
  readonly acknowledged: number;
  /** Texts that reached the other one's device, by event or by catching up. */
  readonly delivered: number;
  /** Attempts of requests that failed and were repeated, by reason. */
  readonly failed: Readonly<Record<string, number>>;
  readonly refused: number;
  readonly browsed: number;
  readonly crushed: number;
  /** Connected devices at the end of the second. */
  readonly connected: number;
  /** Milliseconds from sending a text to its arrival there. */
  readonly deliveryMs: readonly number[];
}

export interface LoadVerdict {
  readonly acknowledged: number;
  /** Acknowledged, but not in the conversation. */
  readonly lost: number;
  readonly doubled: number;
  readonly outOfOrder: number;
  /** In the conversation, but not on both devices. */
  readonly unseen: number;
}

export type LoadReport =
  | { readonly kind: "connected"; readonly count: number }
  | { readonly kind: "second"; readonly second: LoadSecond }
  | { readonly kind: "verdict"; readonly verdict: LoadVerdict };
