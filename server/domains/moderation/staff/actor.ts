import type { ActName } from "#contract/moderation/acts.ts";
import { type CaseKind, kindsOf, mayDo, type StaffRole } from "#contract/moderation/staff-roles.ts";
import type { OperatorAction } from "#server/domains/moderation/audit/audit.service.ts";
import { AppError } from "#server/errors.ts";

/** The role limits the acts. */
export interface StaffCaller extends OperatorAction {
  readonly kind: "staff";
  readonly staffId: string;
  readonly role: StaffRole;
  readonly tokenHash: Buffer;
  readonly endsAt: Date;
  /** The passkey was proved in this session within the last ten minutes. */
  readonly isRecentlyAuthenticated: boolean;
}

/** At the command line. No role limits them: with a shell they can read and change everything anyway. */
export interface Operator extends OperatorAction {
  readonly kind: "operator";
}

/** Functions that take an actor check the role themselves. */
export type Actor = StaffCaller | Operator;

/** @throws AppError staff_forbidden for a case of a kind that the actor's role does not work on */
export function assertWorksOn(actor: Actor, kind: CaseKind): void {
  if (actor.kind === "staff" && !kindsOf(actor.role).includes(kind)) throw new AppError("staff_forbidden");
}

/** @throws AppError staff_forbidden for an act that the actor's role does not have */
export function assertMayDo(actor: Actor, acts: readonly ActName[]): void {
  if (actor.kind === "staff" && !acts.every((act) => mayDo(actor.role, act))) throw new AppError("staff_forbidden");
}

/** An open session is not enough for acts that cannot be undone. @throws AppError reauthentication_required */
export function assertRecentlyAuthenticated(actor: Actor): void {
  if (actor.kind === "staff" && !actor.isRecentlyAuthenticated) throw new AppError("reauthentication_required");
}
