import { type MemberShelf, memberShelf } from "#web/features/messages/member-shelf.ts";
import type { Outgoing } from "#web/features/messages/outbox.ts";

/** Where the outbox outlives the page. */
export type Shelf = MemberShelf<Outgoing, string>;

export const browserShelf: Shelf = memberShelf("outbox", "clientId");
