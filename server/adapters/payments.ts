/** What the payment provider says of a checkout's session. */
export interface PaymentSession {
  readonly id: string;
  /** Our checkout's id, which was given when it was opened. */
  readonly reference: string | null;
  /** `unpaid`: finished by the buyer, and the money is still on its way. `failed`: it will not come. */
  readonly state: "open" | "unpaid" | "paid" | "expired" | "failed";
  readonly kind: "pack" | "membership";
  /** Before taxes, in US cents; null where it is another currency. */
  readonly amount: number | null;
  readonly subscriptionId: string | null;
  readonly paymentId: string | null;
}

/** What the payment provider says of a membership. */
export interface Subscription {
  readonly id: string;
  /** Our checkout's id, which was given when it was opened; null for what others sell by the same account. */
  readonly reference: string | null;
  /** In the provider's own word, for people to read. */
  readonly status: string;
  /** Whether what it gives may be used now; where its renewal is not paid, for a time. */
  readonly isActive: boolean;
  /** Its renewal is not paid, and the provider tries again. */
  readonly isUnpaid: boolean;
  /** It has ended for good. */
  readonly isOver: boolean;
  /** When what is paid for is over, or when it ends for good. */
  readonly periodEnd: Date;
  /** It does not renew. */
  readonly ends: boolean;
  /** Its latest payment; null where there is none that was made. */
  readonly paymentId: string | null;
}

/** What the payment provider says of a payment. */
export interface PaymentState {
  /**
   * How much of it is with the buyer again, in US cents: paid back, or taken by their bank. It may become less. Infinity
   * where it is in another currency.
   */
  readonly paidBack: number;
  /** `open`: the buyer's bank has taken the money back and may give it again. `lost`: for good. Null where no bank has it. */
  readonly dispute: "open" | "lost" | null;
  /** The same for all payments by one card; null where it was paid otherwise. It says nothing about the card. */
  readonly card: string | null;
}

/** Something at the provider that has changed, and has to be asked about: an event's own copy may be old. */
export type Subject =
  | { readonly kind: "session"; readonly id: string }
  | { readonly kind: "subscription"; readonly id: string }
  | { readonly kind: "payment"; readonly id: string };

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** Absent where the event is about nothing that we keep. */
  readonly subject: Subject | undefined;
}

export interface Item {
  readonly kind: "pack" | "membership";
  readonly name: string;
  /** In US cents; each month for the membership. */
  readonly amount: number;
}

/** The provider does not know the customer, as after its account was changed for another. */
export class UnknownCustomer extends Error {}

/** Takes money and remembers who paid. */
export interface Payments {
  readonly mode: "on" | "test";
  createCustomer(reference: string): Promise<string>;
  /**
   * Opens a page to pay at.
   * @throws UnknownCustomer; Error where the provider cannot be reached or refuses, as do all others
   */
  openSession(order: {
    readonly reference: string;
    readonly customerId: string;
    readonly item: Item;
    /** `{session}` in it stands for the session's id. */
    readonly successUrl: string;
    readonly cancelUrl: string;
  }): Promise<{ readonly id: string; readonly url: string }>;
  /** Lets nobody pay at a session any more, unless somebody has. */
  expireSession(id: string): Promise<void>;
  findSession(id: string): Promise<PaymentSession | undefined>;
  findSubscription(id: string): Promise<Subscription | undefined>;
  /** Lets a membership end with its period, or go on. */
  setEnds(id: string, ends: boolean): Promise<void>;
  /** Ends a membership now. */
  end(id: string): Promise<void>;
  /** Gives a payment of a pack back to the buyer, once. */
  payBack(paymentId: string): Promise<void>;
  /** How a payment stands; undefined where the provider does not know it. */
  findPayment(paymentId: string): Promise<PaymentState | undefined>;
  /**
   * Reads a webhook's body.
   * @throws Error where its signature is not the provider's, or too old
   */
  readEvent(body: Buffer, signature: string): ProviderEvent;
}
