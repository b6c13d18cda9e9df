import { expect, test } from "vitest";
import { stripEntrySource } from "#web/lib/entry-source.ts";

test.each([
  ["/messages/her?from=mail", "/messages/her"],
  ["/messages/her?from=push", "/messages/her"],
  ["/crushes?tab=sent&from=mail", "/crushes?tab=sent"],
  ["/profile?from=push#crushes", "/profile#crushes"],
  ["/profile?from=push&tab=a%20b#crushes", "/profile?tab=a+b#crushes"],
  ["/messages/her", "/messages/her"],
  ["/crushes?from=elsewhere&tab=a%20b", "/crushes?from=elsewhere&tab=a%20b"],
  ["/profile#from=mail", "/profile#from=mail"],
])("strips %s to %s", (address, plain) => {
  expect(stripEntrySource(address)).toBe(plain);
});
