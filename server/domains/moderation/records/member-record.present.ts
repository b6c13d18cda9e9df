import type { MemberRecord } from "#contract/moderation/member-records.ts";
import type { StaffRole } from "#contract/moderation/staff-roles.ts";
import { maskEmail } from "#server/domains/accounts/accounts.policy.ts";
import { presentMembership } from "#server/domains/billing/subscriptions/subscriptions.present.ts";
import { nameOfProduct } from "#server/domains/billing/withdrawals/withdrawals.present.ts";
import { dayOf } from "#server/domains/members/profiles/profiles.policy.ts";
import { presentLinked } from "#server/domains/moderation/console/case.present.ts";
import { type ActorNames, nameOf } from "#server/domains/moderation/console/queue.present.ts";
import type { ReadRecord } from "#server/domains/moderation/records/member-record.service.ts";
import { presentPastDecision } from "#server/domains/moderation/records/past-decisions.present.ts";

const presentRestrictions = ({
  member: { suspension },
  suspensionRule,
  restrictions,
}: ReadRecord): MemberRecord["restrictions"] => [
  ...(suspension
    ? [
        {
          kind: "suspended" as const,
          until: suspension.until?.toISOString() ?? null,
          rule: suspensionRule ?? null,
        },
      ]
    : []),
  ...restrictions.map(({ kind, until, rule }) => ({ kind, until: until?.toISOString() ?? null, rule })),
];

export function presentMemberRecord(
  record: ReadRecord,
  viewer: { readonly names: ActorNames; readonly role: StaffRole },
): MemberRecord {
  const { member, factors, sessions, membership, ban, decisions, cases, notes } = record;
  return {
    _id: member.id,
    username: member.username,
    status: member.status,
    joinedOn: dayOf(member.joined_at),
    lastActiveOn: member.deleted_at === null ? dayOf(member.last_active_at) : null,
    deletedOn: member.deleted_at && dayOf(member.deleted_at),
    ban: ban ? { until: ban.until?.toISOString() ?? null } : null,
    email: member.email === null ? null : maskEmail(member.email),
    isEmailConfirmed: member.email_verified_at !== null,
    hasSecondFactor: factors.length > 0,
    sessions: sessions.map(({ device, lastUsedAt }) => ({ device, lastUsedOn: dayOf(lastUsedAt) })),
    balance: member.balance,
    membership: presentMembership(membership),
    arePaymentsHeld: member.disputes.length > 0,
    payments: member.payments.map((row) => ({
      number: row.number,
      paymentId: row.paymentId,
      product: nameOfProduct(row),
      amountCents: row.amountCents,
      refundedCents: row.refundedCents,
      withdrawal: row.withdrawal,
      paidAt: row.paidAt.toISOString(),
    })),
    restrictions: presentRestrictions(record),
    decisions: decisions.map((row) => presentPastDecision(row, viewer)),
    cases: cases.map(({ id, kind, state, openedAt, closedAt }) => ({
      _id: id,
      kind,
      isOpen: state === "open",
      openedAt: openedAt.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
    })),
    notes: notes.rows.map(({ note, actor, createdAt }) => ({
      note,
      by: nameOf(viewer.names, actor),
      at: createdAt.toISOString(),
    })),
    moreNotes: notes.more,
    ...presentLinked(member.linked),
  };
}
