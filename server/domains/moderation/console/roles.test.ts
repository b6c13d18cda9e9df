import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { StaffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { readsLog, STAFF_ROLES, type StaffRole } from "#contract/moderation/staff-roles.ts";
import { nameOf, staffEndpoints } from "#server/testing/endpoints.ts";
import { callStaff, consoleOrigin, createStaff, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const staff = {} as Record<StaffRole, TestStaff>;
beforeAll(async () => {
  for (const role of STAFF_ROLES) staff[role] = await createStaff(app, role);
});

/** With an invalid body: a role that may not call is refused before the body is looked at. */
async function callBlindly(endpoint: StaffEndpoint, caller?: TestStaff) {
  const names = ["caseId", "decisionId", "appealId", "verificationId", "noticeId", "memberId"];
  const params = Object.fromEntries(names.map((name) => [name, randomUUID()]));
  const body = endpoint.method === "GET" ? {} : { body: { unknown: true } };
  const { status, body: reply } = await callStaff(app, endpoint, { params, ...body } as never, caller);
  return { status, code: reply.code };
}

test("the console has endpoints of each need", () => {
  expect([...new Set(staffEndpoints.map(({ needs }) => needs))].sort()).toEqual(["act", "look", "nothing"]);
  for (const { path } of staffEndpoints) expect(path).toMatch(/^\/api\/moderation\//);
});

describe.each(staffEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))("%s", (_name, endpoint) => {
  const { needs } = endpoint;

  test("rejects a caller without a session", async () => {
    const { code } = await callBlindly(endpoint);
    expect(code === "unauthorized").toBe(needs !== "nothing");
  });

  test.each(STAFF_ROLES)("accepts or rejects the role %s by what it needs", async (role) => {
    // A logout would end the session.
    if (endpoint.path.endsWith("/logout")) return;
    const { status, code } = await callBlindly(endpoint, staff[role]);
    // Members, and notices, which are about them, are not for the role for pictures.
    const isAboutMembers = role === "photos" && /^\/api\/moderation\/(notices|members)/.test(endpoint.path);
    if (isAboutMembers && endpoint.path.endsWith("/assign")) return;
    const isLog = endpoint.path === "/api/moderation/log" && !readsLog(role);
    const isRejected = isAboutMembers || isLog || (needs === "act" && role === "read_only");
    expect(code === "staff_forbidden").toBe(isRejected);
    if (isRejected) expect(status).toBe(403);
    expect(status).toBeLessThan(500);
  });

  test("rejects a page of another origin", async () => {
    if (endpoint.method === "GET") return;
    const path = endpoint.path.replace(/:\w+/g, randomUUID());
    const headers = { cookie: staff.all.cookie, "content-type": "application/json" };
    for (const origin of ["https://evil.example", undefined]) {
      const answer = await app.fetch(path, {
        method: endpoint.method,
        headers: { ...headers, ...(origin && { origin }) },
        body: "{}",
      });
      expect([answer.status, answer.body.code]).toEqual([403, "staff_forbidden"]);
    }
    expect(consoleOrigin(app)).toBe("http://localhost:3000");
  });
});
