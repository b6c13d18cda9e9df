import { sql } from "kysely";
import {
  fields,
  ID,
  type MemberData,
  NORMALIZED,
  ownRows,
  rows,
  SECRET,
} from "#server/domains/members/member-data/member-data.ts";
import { beginSharesOfDatesWith } from "#server/domains/training/trusted-contacts/trusted-contact-jobs.service.ts";
import { deleteAllOf } from "#server/domains/training/trusted-contacts/trusted-contacts.repo.ts";
import { purgeTrustedContacts } from "#server/domains/training/trusted-contacts/trusted-contacts.service.ts";

export const memberData: MemberData = {
  tables: {
    trusted_contacts: {
      withheld: { [ID]: "id member_id", [NORMALIZED]: "address_hash", [SECRET]: "token_hash" },
      erased: { phase: "rows" },
      expires: (tx, ctx) => purgeTrustedContacts(ctx, tx),
    },
    refused_contacts: {
      withheld: { [ID]: "member_id", [SECRET]: "mailbox_hashes address_hash" },
      kept: "holds for the next account of the same mailbox, for a year",
    },
    date_shares: {
      withheld: { [ID]: "id member_id contact_id message_id relationship_id", [SECRET]: "token_hash" },
      erased: { phase: "rows" },
    },
  },
  export: {
    "trusted-contacts.json": {
      contacts: ownRows("trusted_contacts", "name known_as email state asked_at confirmed_at", "asked_at"),
      refusals: ownRows("refused_contacts", "refused_at:at", "refused_at"),
      shares: rows(
        {
          with: sql`contact.name`,
          ...fields(
            "date_shares",
            `check_back created_at:sharedAt withdrawn_at starts_at ends_at summary ask_at asked_at tell_at delays
              answer answered_at told_at`,
          ),
        },
        (me) => sql`date_shares join trusted_contacts as contact on contact.id = contact_id
          where date_shares.member_id = ${me} order by created_at`,
      ),
    },
  },
  close: {
    async rows({ ctx, tx, id }) {
      await beginSharesOfDatesWith(ctx, tx, id);
      await deleteAllOf(tx, id);
    },
  },
};
