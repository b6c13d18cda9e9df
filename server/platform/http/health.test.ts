import { setTimeout as pause } from "node:timers/promises";
import { fastify } from "fastify";
import pg from "pg";
import { expect, test } from "vitest";
import { createWorkerApp } from "#server/app.ts";
import { createReadiness, registerHealthChecks } from "#server/platform/http/health.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const readiness = async () => (await fetch(`${app.address}/readyz`)).status;

test("/readyz is 503 once a newer version has removed from the schema what this one needs", async () => {
  const owner = new pg.Client(app.database.owner);
  await owner.connect();
  const record = (name: string) =>
    owner.query("insert into kysely_migration values ($1, '2999-01-01T00:00:00.000Z')", [name]);
  expect(await readiness()).toBe(200);
  await record("9000-addition");
  // The result is kept for a second.
  await pause(1_100);
  expect(await readiness()).toBe(200);
  await record("9001-contract-9000-drop-old");
  await expect.poll(readiness, { timeout: 5_000 }).toBe(503);
  await owner.query("delete from kysely_migration where name like '9%'");
  await owner.end();
  await expect.poll(readiness, { timeout: 5_000 }).toBe(200);
});

test("a database that is slow leaves a process as ready as it was, until it is silent for long", async () => {
  let answer: Promise<boolean> = Promise.resolve(true);
  const isReady = createReadiness(() => answer, { answerMs: 20, silentMs: 200 });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  expect(await isReady()).toBe(true);
  answer = promise;
  // The result is kept for a second.
  await pause(1_100);
  expect(await isReady()).toBe(true);
  await pause(200);
  expect(await isReady()).toBe(false);
  resolve(false);
  expect(await isReady()).toBe(false);
  const fresh = createReadiness(() => new Promise<boolean>(() => undefined), { answerMs: 20, silentMs: 200 });
  expect(await fresh()).toBe(false);
});

test("a process is ready although the overdue cases cannot be counted", async () => {
  const server = fastify();
  registerHealthChecks(server, app.ctx, () => Promise.reject(new Error("canceled")));
  expect((await server.inject({ url: "/readyz" })).statusCode).toBe(200);
  await server.close();
});

test("a process that is draining is alive, but not ready, and closes its connections", async () => {
  app.ctx.draining.now = true;
  const [alive, ready] = await Promise.all(["/healthz", "/readyz"].map((path) => fetch(app.address + path)));
  expect([alive?.status, ready?.status]).toEqual([200, 503]);
  expect(ready?.headers.get("connection")).toBe("close");
  app.ctx.draining.now = false;
});

test("a worker answers health checks and metrics, and nothing else", async () => {
  const worker = await createWorkerApp(app.ctx);
  const statusOf = async (url: string) => (await worker.inject({ url })).statusCode;
  for (const path of ["/healthz", "/readyz", "/metrics"]) expect(await statusOf(path), path).toBe(200);
  for (const path of ["/", "/api/profile", "/moderation", "/assets/x.js", "/photos/x", "/socket.io/"])
    expect(await statusOf(path), path).toBe(404);
  await worker.close();
});
