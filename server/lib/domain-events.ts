import { EventEmitter } from "node:events";

/** What modules report after a commit. Emitted synchronously; without a listener an event costs nothing. */
export interface DomainEvents {
  readonly crush_sent: [{ readonly senderId: string; readonly recipientId: string }];
  readonly message_sent: [{ readonly senderId: string; readonly receiverId: string; readonly sequence: number }];
  readonly profile_changed: [{ readonly memberId: string }];
}

export type DomainEventEmitter = EventEmitter<DomainEvents>;

export const createDomainEvents = (): DomainEventEmitter => new EventEmitter<DomainEvents>();
