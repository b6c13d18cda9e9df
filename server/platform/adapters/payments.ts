/** A provider's session: one payment page for one checkout. */
export interface PaymentSession {
  readonly id: string;
  readonly reference: string | null;
  /** `unpaid`: completed by the buyer, with the payment pending. `failed`: the payment failed. */
  readonly state: "open" | "unpaid" | "paid" | "expired" | "failed";
  readonly kind: "package" | "subscription";
  /** Before taxes; null if it is not in US dollars. */
  readonly amountCents: number | null;
  readonly subscriptionId: string | null;
  readonly paymentId: string | null;
  /** The country of the buyer's billing address, as two capital letters; null if the buyer gave none. */
  readonly buyerCountry: string | null;
}

export interface ProviderSubscription {
  readonly id: string;
  /** The id of our checkout; null for other products of the provider's account. */
  readonly reference: string | null;
  /** The provider's own word, for people. */
  readonly status: string;
  /** Whether it may be used now. True for some time if its renewal is unpaid. */
  readonly isActive: boolean;
  /** The renewal is unpaid, and the provider retries the charge. */
  readonly isUnpaid: boolean;
  /** It has ended and cannot be resumed. */
  readonly isTerminated: boolean;
  readonly periodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
  readonly paymentId: string | null;
}

export interface PaymentState {
  /**
   * The refunded or disputed amount. It can decrease, for example when a dispute is won. Infinity if it is not in US
   * dollars.
   */
  readonly refundedCents: number;
  /** `open`: the bank has withdrawn the money for now. `lost`: for good. Null if it has not. */
  readonly dispute: "open" | "lost" | null;
  /** The card's fingerprint: equal for all payments with it, and revealing nothing about it. Null for other methods. */
  readonly card: string | null;
}

/** The object that an event is about. Its state is fetched, because the event's copy may be outdated. */
export type EventSubject =
  | { readonly kind: "session"; readonly id: string }
  | { readonly kind: "subscription"; readonly id: string }
  | { readonly kind: "payment"; readonly id: string };

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** Undefined if the event concerns nothing that we store. */
  readonly subject: EventSubject | undefined;
}

export interface CheckoutItem {
  readonly kind: "package" | "subscription";
  readonly name: string;
  /** For a subscription, each month. */
  readonly amountCents: number;
}

/** The provider does not know the customer, for example after its account was replaced. */
export class UnknownCustomerError extends Error {}

export interface PartialRefund {
  readonly paymentId: string;
  readonly amountCents: number;
  readonly reference: string;
  /** Since when it is owed: what an operator refunds from then on is this part. */
  readonly since: Date;
}

/** A payment provider. Every method throws an Error if the provider cannot be reached or refuses. */
export interface PaymentProvider {
  readonly mode: "on" | "test";
  createCustomer(reference: string): Promise<string>;
  /**
   * Opens a payment page. A second one for the same reference may be the first.
   * @throws UnknownCustomerError
   */
  openSession(order: {
    readonly reference: string;
    readonly customerId: string;
    readonly item: CheckoutItem;
    /** `{session}` in it is replaced by the session's id. */
    readonly successUrl: string;
    readonly cancelUrl: string;
  }): Promise<{ readonly id: string; readonly url: string }>;
  /** Closes a payment page, unless it is paid. */
  expireSession(id: string): Promise<void>;
  findSession(id: string): Promise<PaymentSession | undefined>;
  findSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** Cancels a subscription for the end of its period, or resumes it. */
  setCancelAtPeriodEnd(id: string, ends: boolean): Promise<void>;
  cancelSubscription(id: string): Promise<void>;
  /** Refunds a payment in full, once. */
  refund(paymentId: string): Promise<void>;
  /**
   * Refunds a part of a payment, once for each reference.
   * @returns "refused" if the provider does not refund it now, as while the buyer's bank disputes it
   * @throws Error if the outcome is unknown; then repeat it with the same attempt, or some minutes later with a higher one
   */
  refundPart(
    refund: PartialRefund & {
      /** Part of the idempotency key. The provider repeats its answer to a key, also an error. */
      readonly attempt: number;
    },
  ): Promise<"refunded" | "refused">;
  /** True if an accepted partial refund has failed since, and none was made in its place, also by an operator. */
  hasRefundFailed(refund: PartialRefund): Promise<boolean>;
  findPayment(paymentId: string): Promise<PaymentState | undefined>;
  /** @throws Error if the signature is invalid or too old */
  readEvent(body: Buffer, signature: string): ProviderEvent;
}
