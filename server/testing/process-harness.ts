import { io } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";
import { copyDataFolder } from "#server/testing/global-setup.ts";
import { randomLetters } from "#server/testing/random-letters.ts";
import { makeDataFolder, type Script, type Spotter, startSpotter } from "#server/testing/spotter-process.ts";

/** A data folder, and the processes that were started on it. */
export interface ProcessHarness {
  readonly path: string;
  /** @param root the checkout to run, by default this one */
  begin(settings?: Record<string, string>, script?: Script, root?: string): Spotter;
}

interface HarnessOptions {
  /** Starts on an empty data folder instead of a copy of a migrated one, which is seconds faster. */
  readonly empty?: boolean;
  /** Uses one data folder for all tests of a `describe` or file instead of one per test. */
  readonly shared?: boolean;
}

/** Kills the folder's processes and deletes it after each test. */
export function processHarness({ empty = false, shared = false }: HarnessOptions = {}): ProcessHarness {
  let data: ReturnType<typeof makeDataFolder>;
  let running: Spotter[] = [];
  const [before, after] = shared ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(() => {
    data = makeDataFolder();
    if (!empty) copyDataFolder(inject("preparedData"), data.path);
  });
  after(async () => {
    for (const spotter of running) spotter.process.kill("SIGKILL");
    await Promise.all(running.map((spotter) => spotter.ended));
    running = [];
    data.remove();
  });
  return {
    get path() {
      return data.path;
    },
    begin(settings = {}, script, root) {
      const spotter = startSpotter(data.path, settings, script, root);
      running.push(spotter);
      return spotter;
    },
  };
}

export async function post(address: string, path: string, body: object, token?: string) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

export async function signUpAt(
  address: string,
): Promise<{ token: string; id: string; email: string; password: string }> {
  const username = `joiner_${randomLetters(8)}`;
  const password = "a password for tests";
  const account = { email: `${username}@example.com`, username, password, confirmPassword: password };
  const { status, body } = await post(address, "/api/auth/register", { ...account, dateOfBirth: "1990-01-01" });
  if (status !== 201) throw new Error(`${account.username} could not sign up: ${status} ${JSON.stringify(body)}`);
  const { token, user } = body as { token: string; user: { _id: string } };
  return { token, id: user._id, email: account.email, password };
}

/** Connects a device. `cut` resolves with the time of its disconnection. */
export async function connectAt(address: string, token: string) {
  const device = io(address, { auth: { token }, transports: ["websocket"], reconnection: false, forceNew: true });
  await new Promise((resolve) => device.once("connect", () => resolve(undefined)));
  const cut = new Promise<number>((resolve) => device.once("disconnect", () => resolve(Date.now())));
  const waitFor = (event: string) => new Promise<unknown>((resolve) => device.once(event, resolve));
  return { device, cut, waitFor };
}

/** 401 once the session has ended. */
export const profileStatusAt = async (address: string, token: string): Promise<number> =>
  (await fetch(`${address}/api/profile`, { headers: { authorization: `Bearer ${token}` } })).status;
