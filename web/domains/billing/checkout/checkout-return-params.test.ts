import { expect, test } from "vitest";
import { parseCheckoutReturn, removeCheckoutParams } from "#web/domains/billing/checkout/checkout-return-params.ts";

// @spec 4.subscription-return-from
test.each([
  ["?payment=success&crushes=15&session_id=cs_1", { outcome: "success", sessionId: "cs_1" }],
  ["?subscription=success&session_id=cs_2", { outcome: "success", sessionId: "cs_2" }],
  ["?payment=cancelled&crushes=15", { outcome: "cancelled", sessionId: null }],
  ["?subscription=cancelled", { outcome: "cancelled", sessionId: null }],
  ["?payment=maybe", undefined],
  ["?crushes=15", undefined],
  ["", undefined],
])("parses %s", (search, params) => expect(parseCheckoutReturn(search)).toEqual(params));

test("removes the checkout parameters and keeps others", () => {
  expect(removeCheckoutParams("?payment=success&crushes=15&session_id=cs_1")).toBe("");
  expect(removeCheckoutParams("?from=mail&subscription=cancelled")).toBe("?from=mail");
});
