import { describe, expect, test } from "vitest";
import { newId } from "#server/lib/ids.ts";
import { findSecurityEvents } from "#server/modules/security-events/security-events.queries.ts";
import {
  purgeOldSecurityEvents,
  recordSecurityEvent,
} from "#server/modules/security-events/security-events.service.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const DAY_MS = 24 * 3600 * 1000;

describe("security events", () => {
  test("hold keyed hashes in place of addresses", async () => {
    const memberId = newId();
    const event = { kind: "login", outcome: "invalid_credentials", memberId, device: "Chrome on Android" } as const;
    await recordSecurityEvent(app.ctx, app.ctx.db, { ...event, subject: "maya@example.com", network: "203.0.113.9" });
    expect(await findSecurityEvents(app.ctx.db, { memberId, limit: 10 })).toMatchObject([
      { kind: "login", outcome: "invalid_credentials", device: "Chrome on Android" },
    ]);
    const { rows } = await app.database.pool.query("select security_events::text from security_events");
    expect(JSON.stringify(rows)).not.toMatch(/maya|203\.0/);
  });

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
