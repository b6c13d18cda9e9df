/** What the address says that one comes back to from paying. */
export interface CheckoutReturnParams {
  readonly outcome: "success" | "cancelled";
  /** The checkout, where one has paid. */
  readonly sessionId: string | null;
}

/** Undefined where somebody comes from elsewhere. @param search as in `?payment=success&crushes=15&session_id=…` */
export function parseCheckoutReturn(search: string): CheckoutReturnParams | undefined {
  const told = new URLSearchParams(search);
  const outcome = told.get("payment") ?? told.get("subscription");
  if (outcome !== "success" && outcome !== "cancelled") return;
  return { outcome, sessionId: told.get("session_id") };
}

/** The address' search without what is about paying. */
export function removeCheckoutParams(search: string): string {
  const told = new URLSearchParams(search);
  for (const name of ["payment", "subscription", "crushes", "session_id"]) told.delete(name);
  return told.size > 0 ? `?${told}` : "";
}
