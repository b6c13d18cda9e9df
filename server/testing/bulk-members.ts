import { randomBytes } from "node:crypto";
import type { ProfileChange } from "#contract/profiles.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { applyChange } from "#server/modules/profiles/profiles.service.ts";
import { createMemberRows } from "#server/modules/signup/signup.service.ts";
import { COMPLETE_PROFILE } from "#server/testing/members.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** Creates members in one transaction, through the services of signup and profile. They have no password. */
export async function createBulkMembers(app: TestApp, changes: readonly ProfileChange[]): Promise<Caller[]> {
  return app.ctx.transact(async (tx) => {
    const crowd: Caller[] = [];
    for (const change of changes) {
      const username = `crowd_${randomBytes(6).toString("hex")}`;
      const joining = {
        email: `${username}@example.com`,
        username,
        dateOfBirth: "1994-05-17",
        passwordHash: "none",
        isDemo: false,
      };
      const id = await createMemberRows(app.ctx, tx, joining);
      await applyChange(app.ctx, tx, id, { ...COMPLETE_PROFILE, ...change });
      crowd.push({ id, username, sessionId: "" });
    }
    return crowd;
  });
}

/** Returns a pseudo-random generator of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
