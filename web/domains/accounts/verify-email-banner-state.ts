import type { OwnProfile } from "#contract/members/profiles.ts";

/**
 * State of the reminder for this visit, in session storage: space is reserved for the banner before the profile loads,
 * and a dismissed banner stays hidden. Cleared when the session ends.
 */
const UNVERIFIED_KEY = "emailUnverified";
const DISMISSED_KEY = "emailReminderDismissed";

export const markEmailUnverified = (memberId: string): void => sessionStorage.setItem(UNVERIFIED_KEY, memberId);

export const clearEmailUnverified = (): void => sessionStorage.removeItem(UNVERIFIED_KEY);

/** For this visit. */
export const dismissReminder = (memberId: string): void => sessionStorage.setItem(DISMISSED_KEY, memberId);

/** Demo members have addresses under `.example`, which cannot receive email. */
const isReachable = (email: string): boolean => !/\.example$/i.test(email);

/** The last known state until the profile is loaded. */
export const isEmailUnverified = (
  memberId: string,
  own: Pick<OwnProfile, "email" | "emailVerified"> | undefined,
): boolean =>
  own ? !own.emailVerified && isReachable(own.email) : sessionStorage.getItem(UNVERIFIED_KEY) === memberId;

export const isReminderDismissed = (memberId: string): boolean => sessionStorage.getItem(DISMISSED_KEY) === memberId;
