import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { attachmentFields } from "#contract/chat/messages.ts";
import type { Schema } from "#contract/endpoint.ts";
import { clientEvents } from "#contract/events.ts";
import { describeDevice } from "#server/domains/accounts/sessions/client-device.ts";
import { bodyLimitOf } from "#server/platform/http/register-endpoint.ts";
import { isSameOrigin } from "#server/platform/http/security-headers.ts";
import { normalUrl } from "#server/platform/http/static-pages.ts";
import { withoutAddresses } from "#server/platform/jobs/job-queue.ts";
import { networkKey } from "#server/platform/lib/networks.ts";
import { endpoints, largestJson, leavesOf, nameOf, textChecksOf } from "#server/testing/endpoints.ts";
import { hostileTexts } from "#server/testing/hostile-texts.ts";
import { cpuMsOf, leastOf } from "#server/testing/timing.ts";

/** Every schema that validates external input. */
const inputs: readonly (readonly [name: string, schema: Schema])[] = [
  ...endpoints.flatMap((endpoint) =>
    (["params", "query", "body"] as const).flatMap((part) => {
      const schema = endpoint[part];
      return schema ? [[`${nameOf(endpoint)} ${part}`, schema] as const] : [];
    }),
  ),
  ["POST /api/messages/send-image form", attachmentFields],
  ...Object.entries(clientEvents).map(([event, schema]) => [`socket ${event}`, schema] as const),
];
const leaves = inputs.flatMap(([name, schema]) =>
  leavesOf(schema).map((leaf) => ({ ...leaf, name: `${name} ${leaf.path}`, whole: schema })),
);

/** UTF-16 units: a quarter of the largest body, and the largest body. */
const SHORT = 8 * 1024;
const LONG = 4 * SHORT;
/** Work that takes four times as long on four times the text is linear; twice that leaves room for a busy machine. */
const GROWTH_MAX = 8;
/** Milliseconds of CPU. Under these a measure is noise. */
const NOISE_MS = 5;
const CPU_MS_MAX = 50;

const shortTexts = hostileTexts(SHORT);
const longTexts = hostileTexts(LONG);

function slowText(name: string, work: (text: string) => void): string[] {
  for (const [i, long] of longTexts.entries()) {
    // One measurement is enough for fast schemas, which are nearly all.
    if (cpuMsOf(() => work(long.text)) <= NOISE_MS) continue;
    const ms = leastOf(3, () => cpuMsOf(() => work(long.text)));
    const shortMs = leastOf(3, () => cpuMsOf(() => work(shortTexts[i]?.text ?? "")));
    const isSlow = ms > CPU_MS_MAX || (ms > NOISE_MS && ms > GROWTH_MAX * shortMs);
    if (isSlow) return [`${name}: ${long.name} takes ${ms} ms, a quarter of it ${shortMs} ms`];
  }
  return [];
}

describe("the schemas of the contract", () => {
  test("are all walked: endpoints of every file, and leaves of every kind", () => {
    expect(endpoints.length).toBeGreaterThan(60);
    expect(new Set(endpoints.map(nameOf)).size).toBe(endpoints.length);
    expect(leaves.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "POST /api/auth/register body email",
        "PUT /api/profile body prompts.0.answer",
        "PUT /api/profile body coordinates.coordinates.1",
        "GET /api/profile/all query cursor",
        "DELETE /api/messages/:messageId params messageId",
        "socket typing recipientId",
      ]),
    );
  });

  test("give every text a maximum length, checked before any pattern", () => {
    const unbounded = leaves.flatMap(({ name, schema }) => {
      const checks = textChecksOf(schema);
      if (!checks) return [];
      // A UUID's pattern has a fixed length, and fails at the first wrong character.
      const bound = checks.findIndex(
        ({ kind, format, abort }) =>
          abort && (kind === "max_length" || (kind === "string_format" && format === "uuid")),
      );
      const before = checks.slice(0, bound === -1 ? checks.length : bound);
      const isBounded = bound !== -1 && before.every(({ kind }) => kind === "overwrite" || kind === "min_length");
      return isBounded ? [] : [name];
    });
    expect(unbounded, "put `lengthLimit` of contract/schemas.ts before the first pattern or refinement").toEqual([]);
  });

  test("accept every valid body within its byte limit", () => {
    const tooLarge = endpoints.flatMap((endpoint) => {
      const bytes = endpoint.body ? largestJson(endpoint.body) : 0;
      return bytes <= bodyLimitOf(endpoint) ? [] : [`${nameOf(endpoint)} takes ${bytes} bytes`];
    });
    expect(tooLarge, "give it a `bodyBytesMax`, or its texts and lists a smaller maximum").toEqual([]);
  });

  test("check hostile texts in time linear to their length", () => {
    const slow = leaves.flatMap(({ name, whole, place }) =>
      slowText(name, (text) => void z.safeParse(whole, place(text))),
    );
    expect(slow).toEqual([]);
  });
});

test.each<[string, (text: string) => unknown]>([
  ["an address of a page", normalUrl],
  ["a browser's name", describeDevice],
  ["a network address", (text) => networkKey(`1:${text.replaceAll("::", ":")}`)],
  ["an origin", (text) => isSameOrigin({ publicUrl: "https://spotter.example", production: false }, text, text)],
  ["an error of a mail server", withoutAddresses],
])("%s is read in time that grows no faster than its length", (name, read) => {
  expect(slowText(name, (text) => void read(text))).toEqual([]);
});
