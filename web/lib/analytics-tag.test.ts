import { expect, test } from "vitest";
import { redactPath } from "#web/lib/analytics-tag.ts";

test.each([
  ["/", "/"],
  ["/browse", "/browse"],
  ["/profile", "/profile"],
  ["/profile/subscription", "/profile/subscription"],
  ["/help/first-crush", "/help/first-crush"],
  ["/profile/6f1b1f0e-6d3c-4c55-9f0c-0d1c2b3a4f5e", "/profile/-"],
  ["/messages/6f1b1f0e-6d3c-4c55-9f0c-0d1c2b3a4f5e", "/messages/-"],
  ["/reset-password", "/reset-password"],
  ["/reset-password/abc", "/reset-password/-"],
  ["/verify-email/abc/", "/verify-email/-"],
  ["/not-me/abc", "/not-me/-"],
  ["/appeal/abc", "/appeal/-"],
  ["/newsletter/confirm/abc", "/newsletter/confirm/-"],
  ["/newsletter/unsubscribe/abc", "/newsletter/unsubscribe/-"],
  ["/test-checkout/cs_1", "/test-checkout/-"],
])("redacts %s to %s", (pathname, redacted) => expect(redactPath(pathname)).toBe(redacted));
