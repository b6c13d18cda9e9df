import { describe, expect, test } from "vitest";
import { findSecurityEvents } from "#server/domains/accounts/security-events/security-events.queries.ts";
import {
  purgeOldSecurityEvents,
  recordSecurityEvent,
} from "#server/domains/accounts/security-events/security-events.statements.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const DAY_MS = 24 * 3600 * 1000;

describe("security events", () => {
  test("are deleted after 90 days", async () => {
    const memberId = newId();
    await recordSecurityEvent(app.ctx, app.ctx.db, { kind: "logout", outcome: "succeeded", memberId });
    const sweepAfter = (days: number) => {
      const now = () => new Date(Date.now() + days * DAY_MS);
      return app.ctx.transact((tx) => purgeOldSecurityEvents({ ...app.ctx, now }, tx));
    };
    await sweepAfter(89);
    expect(await findSecurityEvents(app.ctx.db, { memberId, limit: 10 })).toHaveLength(1);
    await sweepAfter(91);
    expect(await findSecurityEvents(app.ctx.db, { memberId, limit: 10 })).toEqual([]);
  });
});
