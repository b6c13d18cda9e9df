import type { OwnProfile } from "#contract/profiles.ts";

/**
 * What this visit knows of the member's address, so that the reminder has its room before the profile is there, and stays
 * away once it was put off. Kept for the tab, and forgotten when the login ends.
 */
const UNCONFIRMED = "emailUnconfirmed";
const LATER = "emailLater";

/** The member's address is not confirmed. */
export const noteUnconfirmed = (memberId: string): void => sessionStorage.setItem(UNCONFIRMED, memberId);

/** The address is confirmed, or nothing is known of it any more. */
export const forgetUnconfirmed = (): void => sessionStorage.removeItem(UNCONFIRMED);

/** The member does not want to be reminded during this visit. */
export const putOff = (memberId: string): void => sessionStorage.setItem(LATER, memberId);

/** Nothing can be sent to an address under `.example`: demo members have such. */
const isReachable = (email: string): boolean => !/\.example$/i.test(email);

/** Whether somebody's address waits to be confirmed; before the profile is there, what was seen last. */
export const isUnconfirmed = (
  memberId: string,
  own: Pick<OwnProfile, "email" | "emailVerified"> | undefined,
): boolean => (own ? !own.emailVerified && isReachable(own.email) : sessionStorage.getItem(UNCONFIRMED) === memberId);

/** Whether the member has put the reminder off. */
export const isPutOff = (memberId: string): boolean => sessionStorage.getItem(LATER) === memberId;
