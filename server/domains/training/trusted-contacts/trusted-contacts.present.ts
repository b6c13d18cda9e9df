import { BACK_DELAYS_MAX } from "#contract/limits.ts";
import type { DateShare, TrustedContact } from "#contract/training/trusted-contacts.ts";
import type { ShareRow } from "#server/domains/training/trusted-contacts/trusted-contacts.queries.ts";
import type { TrustedContactRow } from "#server/domains/training/trusted-contacts/trusted-contacts.repo.ts";

export const presentContact = (row: TrustedContactRow): TrustedContact => ({
  _id: row.id,
  name: row.name,
  knownAs: row.known_as,
  email: row.email,
  state: row.state,
  askedAt: row.asked_at.toISOString(),
});

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const presentShare = (row: ShareRow): DateShare => ({
  _id: row.id,
  messageId: row.message_id,
  userId: row.other_id,
  contactId: row.contact_id,
  contactName: row.contact_name,
  isWaiting: row.contact_state === "pending",
  checkBack: row.check_back,
  begun:
    row.ends_at && row.summary !== null && row.contact_state === "confirmed"
      ? { summary: row.summary, endsAt: row.ends_at.toISOString() }
      : null,
  askAt: iso(row.ask_at),
  tellAt: iso(row.tell_at),
  answer: row.answer,
  toldAt: iso(row.told_at),
  delaysLeft: BACK_DELAYS_MAX - row.delays,
});
