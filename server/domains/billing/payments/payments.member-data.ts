import { sql } from "kysely";
import { FORMER_MONTHS } from "#server/domains/accounts/identities/identities.policy.ts";
import { forgetCustomer } from "#server/domains/billing/payments/payment-cancellation.service.ts";
import {
  fields,
  ID,
  type MemberData,
  OPERATORS,
  ORDER,
  ownRows,
  rows,
} from "#server/domains/members/member-data/member-data.ts";

const PROVIDER = "meaningful to the payment provider only";
const QUERIED = "when the payment provider was last queried";
const TEST = "test payments only";
const BOOKS = "part of the books, without a name";

export const memberData: MemberData = {
  tables: {
    customers: { withheld: { [ID]: "member_id", [PROVIDER]: "provider_id" }, erased: { phase: "rows" } },
    checkouts: {
      withheld: {
        [ID]: "id wallet_id",
        [PROVIDER]: "session_id url payment_id subscription_id",
        "becomes an entry of the wallet's history": "credits_due_back",
        "is an entry of the wallet's history": "credits_clawed_back",
        [ORDER]: "request_seq applied_seq",
        [QUERIED]: "last_checked_at",
      },
      kept: BOOKS,
      expires: sql`state = 'expired' and created_at < now() - interval '90 days'`,
    },
    subscriptions: {
      withheld: {
        [PROVIDER]: "provider_id",
        [ID]: "member_id",
        [ORDER]: "request_seq applied_seq",
        [QUERIED]: "synced_at last_checked_at",
      },
      kept: BOOKS,
    },
    subscription_payments: {
      withheld: { [PROVIDER]: "payment_id subscription_id request_seq applied_seq created_at last_checked_at" },
      kept: BOOKS,
    },
    disputes: { withheld: { [PROVIDER]: "payment_id", [ID]: "member_id", [OPERATORS]: "resolved_at" }, kept: BOOKS },
    payment_holds: {
      withheld: { [ID]: "member_id", [PROVIDER]: "payment_id" },
      kept: "recognizes a member who disputed a payment, for a time",
      expires: sql`member_id in (
        select id from members where deleted_at <= now() - make_interval(months => ${FORMER_MONTHS}))`,
    },
    payment_events: {
      withheld: { [PROVIDER]: "id type subject received_at claimed_at attempts handled_at" },
      kept: PROVIDER,
      expires: sql`received_at < now() - interval '90 days'`,
    },
    test_sessions: {
      withheld: { [TEST]: "id reference name amount_cents monthly state success_url cancel_url country created_at" },
      kept: TEST,
      expires: sql`state <> 'paid' and created_at < now() - interval '90 days'`,
    },
    test_subscriptions: { withheld: { [TEST]: "id reference cancel_at_period_end ends_at began_at" }, kept: TEST },
  },
  export: {
    "purchases.json": rows(
      {
        ...fields(
          "checkouts",
          `kind package_id:package crushes amount_cents state created_at:begunAt granted_at:paidAt
            refunded_cents:paidBackInCents buyer_returned_at:returnedAt notified_at:toldAt buyer_country:country`,
        ),
        ...fields(
          "withdrawals",
          `withdrawn_at credits:withdrawnCredits days_used:daysUsedBefore amount_cents:withdrawnCents
            refund_state:withdrawalRefund refunded_at:withdrawalRefundedAt stated_on:withdrawalStatedOn`,
        ),
      },
      (me) => sql`checkouts
        join wallets on wallets.id = wallet_id left join withdrawals on checkout_id = checkouts.id
        where wallets.member_id = ${me} order by checkouts.created_at`,
    ),
    "subscription.json": ownRows(
      "subscriptions",
      `status is_active period_end cancel_at_period_end:ends stopped_by_suspension:isStopped unpaid_since grace_since
        is_terminated:isOver withdrawn_at`,
      "period_end",
    ),
    "disputes.json": ownRows("disputes", "kind state opened_at closed_at", "opened_at"),
  },
  close: { rows: ({ ctx, tx, id }) => forgetCustomer(ctx, tx, id) },
};
