export interface CheckoutReturnParams {
  readonly outcome: "success" | "cancelled";
  readonly sessionId: string | null;
}

/** Undefined without parameters. @param search as in `?payment=success&crushes=15&session_id=…` */
export function parseCheckoutReturn(search: string): CheckoutReturnParams | undefined {
  const params = new URLSearchParams(search);
  const outcome = params.get("payment") ?? params.get("subscription");
  if (outcome !== "success" && outcome !== "cancelled") return;
  return { outcome, sessionId: params.get("session_id") };
}

export function removeCheckoutParams(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ["payment", "subscription", "crushes", "session_id"]) params.delete(name);
  return params.size > 0 ? `?${params}` : "";
}
