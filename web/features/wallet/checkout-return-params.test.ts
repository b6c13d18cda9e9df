import { expect, test } from "vitest";
import { parseCheckoutReturn, removeCheckoutParams } from "#web/features/wallet/checkout-return-params.ts";

test.each([
  ["?payment=success&crushes=15&session_id=cs_1", { outcome: "success", sessionId: "cs_1" }],
  ["?subscription=success&session_id=cs_2", { outcome: "success", sessionId: "cs_2" }],
  ["?payment=cancelled&crushes=15", { outcome: "cancelled", sessionId: null }],
  ["?subscription=cancelled", { outcome: "cancelled", sessionId: null }],
  ["?payment=maybe", undefined],
  ["?crushes=15", undefined],
  ["", undefined],
])("%s is read", (search, told) => expect(parseCheckoutReturn(search)).toEqual(told));

test("what is about paying goes, the rest stays", () => {
  expect(removeCheckoutParams("?payment=success&crushes=15&session_id=cs_1")).toBe("");
  expect(removeCheckoutParams("?from=mail&subscription=cancelled")).toBe("?from=mail");
});
