import { expect, test } from "vitest";
import { findPlaceholders, siteConfigWarning } from "#server/http/site-config-check.ts";
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

test("names the placeholders in site.config.ts", () => {
  expect(findPlaceholders(filled)).toEqual([]);
  expect(siteConfigWarning(filled)).toBeUndefined();
  expect(findPlaceholders({ ...filled, governingState: "[US state]" })).toEqual(["governingState"]);
  expect(findPlaceholders({ ...filled, postalAddress: " " })).toEqual(["postalAddress"]);
  expect(
    siteConfigWarning({ ...filled, operatorName: "[Operator name]", supportEmail: "support@spotter.example" }),
  ).toContain("operatorName, supportEmail");
});
