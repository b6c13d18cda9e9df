/*
 * Whoever goes from the login to the form for a forgotten password, or back, has typed their email once, and is not asked to
 * type it again.
 */

let carried = "";

/** Leaves an email for the form that one goes on to. */
export function carryEmail(email: string): void {
  carried = email;
}

/** @returns what was left, once; empty text where nothing was */
export function takeEmail(): string {
  const email = carried;
  carried = "";
  return email;
}
