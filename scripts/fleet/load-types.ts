export interface LoadMember {
  readonly id: string;
  readonly token: string;
}

/** Each member has a connected device. */
export type LoadMatch = readonly [LoadMember, LoadMember];

export interface LoadStart {
  readonly kind: "start";
  readonly host: string;
  readonly port: number;
  readonly origin: string;
  /** Source addresses: as members have one each, no limit by address applies to all. */
  readonly sources: readonly string[];
  readonly matches: readonly LoadMatch[];
  readonly strangers: readonly string[];
}

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

export interface LoadSecond {
  readonly acknowledged: number;
  readonly delivered: number;
  readonly failed: Readonly<Record<string, number>>;
  readonly refused: number;
  readonly browsed: number;
  readonly crushed: number;
  /** At the end of the second. */
  readonly connected: number;
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
  /** In the conversation, but not read for both sides: each device marks what it shows. */
  readonly unread: number;
}

export type LoadReport =
  | { readonly kind: "connected"; readonly count: number }
  | { readonly kind: "second"; readonly second: LoadSecond }
  | { readonly kind: "verdict"; readonly verdict: LoadVerdict };
