import { expect, test } from "vitest";
import { siteWarning, unfilledIn } from "#server/http/site-config-check.ts";
import type { Site } from "#site";

const filled: Site = {
  operatorName: "Plates & Pulse LLC",
  postalAddress: "1 Rack Street, Portland, OR 97201",
  supportEmail: "help@spotter.fit",
  securityEmail: "",
  governingState: "Oregon",
  serverLocation: "Oregon, United States",
  backupDays: 30,
  analyticsTag: "",
};

test("what an operator has not filled in is named, and nothing else", () => {
  expect(unfilledIn(filled)).toEqual([]);
  expect(siteWarning(filled)).toBeUndefined();
  expect(unfilledIn({ ...filled, governingState: "[US state]" })).toEqual(["governingState"]);
  expect(unfilledIn({ ...filled, postalAddress: " " })).toEqual(["postalAddress"]);
  expect(
    siteWarning({ ...filled, operatorName: "[Operator name]", supportEmail: "support@spotter.example" }),
  ).toContain("operatorName, supportEmail");
});
