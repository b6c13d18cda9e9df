import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readContract } from "#server/contract-endpoints.ts";
import { bodyLimitOf } from "#server/platform/http/register-endpoint.ts";
import { nameOf } from "#server/testing/endpoints.ts";
import { createMember, newToken } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const { members } = await readContract();

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}

interface ApiDocument {
  readonly info: object;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: object;
    readonly responses: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

let text: string;
let document: ApiDocument;
beforeAll(async () => {
  text = await (await fetch(`${app.address}/api/docs/json`)).text();
  document = JSON.parse(text);
});

/** By method and path, as `nameOf` writes them. */
const operations = (): ReadonlyMap<string, Operation> =>
  new Map(
    Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.entries(calls).map(
        ([method, call]) => [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`, call] as const,
      ),
    ),
  );

interface Problem {
  readonly ruleId: string;
  readonly location: readonly { readonly pointer: string }[];
}

const REDOCLY = join(import.meta.dirname, "../node_modules/@redocly/cli/bin/cli.js");

/** @returns the rules that are broken, each with the path where */
async function lint(source: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "spotter-openapi-"));
  try {
    writeFileSync(join(folder, "openapi.json"), source);
    const printed = await new Promise<string>((resolve) => {
      const args = [REDOCLY, "lint", "--extends=recommended", "--format=json", "openapi.json"];
      // The exit code is 1 for errors. Redocly would report its use, and keep an id for that.
      const env = { ...process.env, REDOCLY_TELEMETRY: "off", CI: "true" };
      execFile(process.execPath, args, { cwd: folder, env }, (_error, stdout) => resolve(stdout));
    });
    const { problems } = JSON.parse(printed) as { problems: readonly Problem[] };
    return problems.map(({ ruleId, location: [place] }) => {
      const [, , path = ""] = place?.pointer.split("/") ?? [];
      return `${ruleId} ${path.replaceAll("~1", "/")}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What Redocly finds and stays: the specification has `GET /api/messages/{userId}`, `DELETE /api/messages/{messageId}`
 * and `PUT /api/messages/read/{conversationId}`, and its paths do not change. No request is ambiguous: the first two
 * have different methods, and `read` is no id.
 */
const AMBIGUOUS = [
  "no-ambiguous-paths /api/messages/{messageId}",
  "no-ambiguous-paths /api/messages/{messageId}/reaction",
  "no-ambiguous-paths /api/messages/{userId}/settings",
  "no-identical-paths /api/messages/{messageId}",
];

describe("the API document", () => {
  test("names each call after its endpoint, and groups it by the endpoint's domain", () => {
    const described = operations();
    for (const { name, domain, endpoint } of members)
      expect(described.get(nameOf(endpoint)), name).toMatchObject({ operationId: name, tags: [domain] });
    const names = [...described.values()].map(({ operationId }) => operationId);
    expect(names.toSorted()).toEqual([...members.map(({ name }) => name), "downloadDataExport"].toSorted());
    expect(new Set(names).size).toBe(names.length);
  });

  test("describes each domain that has calls", () => {
    const folders = readdirSync(join(import.meta.dirname, "../contract"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
    const used = new Set([...operations().values()].flatMap(({ tags }) => tags));
    expect([...used].toSorted()).toEqual(folders.toSorted());
    for (const { description } of document.tags) expect(description).toMatch(/^[A-Z][^.]+\.$/);
  });

  test("names the license and how to authenticate", () => {
    expect(document.info).toMatchObject({ license: { identifier: "MIT" } });
    expect(document.components.securitySchemes).toMatchObject({ token: { type: "http", scheme: "bearer" } });
    for (const { security } of operations().values()) expect([[], [{ token: [] }]]).toContainEqual(security);
  });

  test("writes the replies to errors out once", () => {
    for (const [name, { responses }] of operations())
      for (const [status, { $ref }] of Object.entries(responses).filter(([one]) => !one.startsWith("2"))) {
        const [, reply = ""] = /^#\/components\/responses\/(\w+)$/.exec($ref ?? "") ?? [];
        expect(document.components.responses, `${name} ${status}`).toHaveProperty(reply);
      }
    expect(text.match(/"secondFactor"/g)).toHaveLength(1);
  });

  test("has the status of each error that comes before a use case", async () => {
    const described = operations();
    const member = await createMember(app);
    for (const { endpoint } of members) {
      const { responses } = described.get(nameOf(endpoint)) as Operation;
      const path = endpoint.path.replace(/:\w+/g, "no-id");
      const token = await newToken(app, member);
      const send = async (body: string | null, headers: Record<string, string>) =>
        (await app.fetch(path, { method: endpoint.method, headers, body })).status;
      const own = { authorization: `Bearer ${token}` };
      const json = { ...own, "content-type": "application/json" };

      const isMembers = endpoint.access === "member";
      expect("401" in responses, nameOf(endpoint)).toBe(isMembers);
      if (isMembers) expect(await send(null, {})).toBe(401);
      expect("413" in responses, nameOf(endpoint)).toBe(endpoint.method !== "GET");
      if (endpoint.method === "GET") continue;
      const tooLarge = `{${" ".repeat(bodyLimitOf(endpoint))}}`;
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining([
          String(await send("{", json)),
          String(await send("<a/>", { ...own, "content-type": "text/xml" })),
          String(await send(tooLarge, json)),
        ]),
      );
    }
  });

  test("describes the fields and files of forms", () => {
    const described = operations();
    for (const { endpoint } of members.filter((one) => one.endpoint.multipart))
      expect(described.get(nameOf(endpoint))?.requestBody?.content).toHaveProperty(["multipart/form-data"]);
    const file = { type: "string", format: "binary" };
    expect(described.get("POST /api/profile/photos")?.requestBody?.content).toMatchObject({
      "multipart/form-data": {
        schema: { properties: { photos: { type: "array", items: file, maxItems: 6 } }, required: ["photos"] },
      },
    });
    expect(described.get("POST /api/messages/send-image")?.requestBody?.content).toMatchObject({
      "multipart/form-data": {
        schema: { properties: { receiverId: { format: "uuid" }, image: file }, required: ["receiverId", "image"] },
      },
    });
  });

  test("passes Redocly's recommended rules but for the paths that the specification gives", async () => {
    expect((await lint(text)).toSorted()).toEqual(AMBIGUOUS);
    expect(await lint(text.replace('"operationId":"sendCrush",', ""))).toContain(
      "operation-operationId /api/match/send-crush",
    );
  });
});

describe("the server of the API document", () => {
  const named = testApp({ publicUrl: "http://localhost:4321" });

  test("is the public URL, or the origin of the document without one", async () => {
    expect(document.servers).toEqual([{ url: "/" }]);
    expect((await named.fetch("/api/docs/json")).body).toMatchObject({ servers: [{ url: "http://localhost:4321" }] });
  });
});
