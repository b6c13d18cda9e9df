import { sql } from "kysely";
import {
  BY_ADDRESS,
  fields,
  ID,
  type MemberData,
  NOT_PERSONAL,
  OPERATORS,
  rows,
  SECRET,
} from "#server/domains/members/member-data/member-data.ts";
import { MONTH_DAYS } from "#server/domains/site/broadcasts.service.ts";
import { KEPT_YEARS, purgeContactMessages } from "#server/domains/site/contact.service.ts";

const isOlder = (column: string) => sql`${sql.ref(column)} < now() - make_interval(years => ${KEPT_YEARS})`;

export const memberData: MemberData = {
  tables: {
    contact_threads: {
      withheld: { [ID]: "id member_id", "the time of the last message": "last_message_at" },
      erased: "member_id",
      expires: isOlder("last_message_at"),
    },
    contact_answers: {
      withheld: {
        [ID]: "id thread_id",
        [SECRET]: "token_hash",
        [OPERATORS]: "answered_by",
        "when its email was last tried": "queued_at",
        "when its email was sent": "mailed_at",
      },
      erased: { withRowsOf: "contact_threads" },
      expires: isOlder("created_at"),
    },
    contact_messages: {
      withheld: {
        [ID]: "id client_id member_id thread_id answer_id",
        "messages of bots belong to no member": "is_honeypot_hit",
        "how it came": "is_by_link",
        "when its email was last tried": "queued_at",
        "when its email was sent": "mailed_at",
      },
      erased: "member_id",
      expires: (tx, ctx) => purgeContactMessages(ctx, tx),
    },
    newsletter_links: {
      withheld: { [SECRET]: "token_hash", [ID]: "subscriber_id", [BY_ADDRESS]: "expires_at" },
      kept: BY_ADDRESS,
      expires: sql`expires_at < now()`,
    },
    newsletter_subscribers: {
      withheld: { [BY_ADDRESS]: "id email email_normalized state since unsubscribe_hash" },
      kept: BY_ADDRESS,
      expires: sql`state in ('pending', 'unsubscribed') and since < now() - interval '30 days'`,
    },
    broadcasts: {
      withheld: {
        [NOT_PERSONAL]: "id subject body created_at members_queued_up_to subscribers_queued_up_to queued_at",
      },
      kept: NOT_PERSONAL,
    },
    broadcast_recipients: {
      withheld: { [ID]: "broadcast_id job_id", [SECRET]: "address_hash" },
      kept: "keeps an address from getting a broadcast twice, for a month",
      expires: sql`broadcast_id in (
        select id from broadcasts where created_at < now() - make_interval(days => ${MONTH_DAYS}))`,
    },
  },
  export: {
    "contact-messages.json": rows(
      {
        ...fields("contact_threads", "number"),
        ...fields("contact_messages", "name email subject message created_at:sentAt resolved_at"),
      },
      (me) => sql`
        contact_messages left join contact_threads on contact_threads.id = thread_id
        where contact_messages.member_id = ${me} order by created_at`,
    ),
    "contact-answers.json": rows(
      fields("contact_answers", "words created_at:sentAt"),
      (me) => sql`
        contact_answers join contact_threads on contact_threads.id = thread_id
        where member_id = ${me} order by created_at`,
    ),
  },
};
