import { randomUUID } from "node:crypto";
import { afterEach, beforeEach } from "vitest";
import { makeDataFolder, type Script, type Spotter, startSpotter } from "#server/testing/processes.ts";

/** A data folder for each test, and the processes that were started on it, gone with it. */
export interface Starts {
  readonly path: string;
  begin(settings?: Record<string, string>, script?: Script): Spotter;
}

/** Makes them, and takes them away, before and after each test. */
export function eachOnItsOwnFolder(): Starts {
  let data: ReturnType<typeof makeDataFolder>;
  let running: Spotter[] = [];
  beforeEach(() => {
    data = makeDataFolder();
  });
  afterEach(async () => {
    for (const spotter of running) spotter.process.kill("SIGKILL");
    await Promise.all(running.map((spotter) => spotter.ended));
    running = [];
    data.remove();
  });
  return {
    get path() {
      return data.path;
    },
    begin(settings = {}, script) {
      const spotter = startSpotter(data.path, settings, script);
      running.push(spotter);
      return spotter;
    },
  };
}

/** Posts JSON to a Spotter in another process. */
export async function post(address: string, path: string, body: object, token?: string) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

/** Signs somebody up at a Spotter in another process. */
export async function joinAt(address: string): Promise<{ token: string; id: string; email: string; password: string }> {
  // A short prefix before random digits makes reserved names, such as "m0d12345", which reads as "mod".
  const username = `joiner_${randomUUID().slice(0, 8)}`;
  const password = "a password for tests";
  const account = { email: `${username}@example.com`, username, password, confirmPassword: password };
  const { status, body } = await post(address, "/api/auth/register", { ...account, dateOfBirth: "1990-01-01" });
  if (status !== 201) throw new Error(`${account.username} could not sign up: ${status} ${JSON.stringify(body)}`);
  const { token, user } = body as { token: string; user: { _id: string } };
  return { token, id: user._id, email: account.email, password };
}
