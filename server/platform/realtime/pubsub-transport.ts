export interface OutgoingMessage {
  /** JSON. */
  readonly text: string;
  /** Undefined for all processes. */
  readonly memberId: string | undefined;
}

/**
 * PostgreSQL's NOTIFY, or Redis where it is set. There is no second way. While it is away each process serves its own
 * members, and messages to others are lost. Once it works again it reports a gap, and devices fetch what they missed.
 */
export interface Transport {
  /** Again whenever the subscription is lost. Resolves once subscribed; over Redis after two seconds at the latest. */
  listen(): Promise<void>;
  /**
   * In order.
   * @returns deliveries to other processes
   * @throws Error if the transport is away; a part of the batch may have been published
   */
  publish(batch: readonly OutgoingMessage[]): Promise<number>;
  isWorking(): boolean;
  /** Resolves after some seconds at the latest. */
  close(): Promise<void>;
}

export interface TransportHandlers {
  onMessage(message: unknown): void;
  /** Called once subscribed again: messages since the loss did not reach this process. */
  onGap(): void;
}
