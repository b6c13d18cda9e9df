/* Carries the typed email between the login and the forgot-password form, so that it need not be typed again. */

let prefilled = "";

export function setPrefilledEmail(email: string): void {
  prefilled = email;
}

/** Once; then an empty string. */
export function takePrefilledEmail(): string {
  const email = prefilled;
  prefilled = "";
  return email;
}
