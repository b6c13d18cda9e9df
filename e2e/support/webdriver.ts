import { setTimeout as pause } from "node:timers/promises";

/** A client of the W3C WebDriver protocol, which Debian's WebKit speaks. */

const READY_MS = 20_000;
/** WebKit never answers a script that reached a page which it was about to keep for Back. */
const EVALUATE_MS = 5_000;
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Keys that are not characters. */
const KEYS: Readonly<Record<string, string>> = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
  Backspace: "\uE003",
};

export type PageFunction<T> = (...args: never[]) => T | Promise<T>;

export interface WebDriverSession {
  readonly navigate: (url: string) => Promise<void>;
  readonly back: () => Promise<void>;
  readonly evaluate: <T>(run: PageFunction<T>, ...args: unknown[]) => Promise<T>;
  readonly click: (x: number, y: number) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly upload: (selector: string, path: string) => Promise<void>;
  readonly screenshot: () => Promise<Buffer>;
  readonly end: () => Promise<void>;
}

/** @throws Error with the driver's message if it refuses the command, or if it does not answer in time */
async function send<T>(method: string, url: string, body?: object, ms?: number): Promise<T> {
  const signal = ms === undefined ? null : AbortSignal.timeout(ms);
  const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`);
  return value;
}

async function waitForDriver(address: string): Promise<void> {
  for (const end = Date.now() + READY_MS; ; await pause(50)) {
    const isReady = await send("GET", `${address}/status`).then(
      () => true,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > end) throw new Error(`No WebDriver answers at ${address}`);
  }
}

/** @param capabilities in the driver's words */
export async function startSession(address: string, capabilities: object): Promise<WebDriverSession> {
  await waitForDriver(address);
  const { sessionId } = await send<{ sessionId: string }>("POST", `${address}/session`, {
    // Pages are used before they have loaded.
    capabilities: { alwaysMatch: { pageLoadStrategy: "none", ...capabilities } },
  });
  const session = `${address}/session/${sessionId}`;
  const post = <T>(command: string, body: object = {}, ms?: number) =>
    send<T>("POST", `${session}/${command}`, body, ms);
  const perform = (type: "pointer" | "key", actions: readonly object[]) =>
    post<void>("actions", { actions: [{ type, id: type, actions }] });
  const typeKeys = (keys: readonly string[]) =>
    perform(
      "key",
      keys.flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    );
  return {
    navigate: (url) => post("url", { url }),
    back: () => post("back"),
    evaluate: (run, ...args) =>
      post(
        "execute/async",
        {
          script: `const done = arguments[arguments.length - 1];
          Promise.resolve((${run})(...arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
          args: [args],
        },
        EVALUATE_MS,
      ).then((outcome) => {
        const { value, error } = outcome as { value?: never; error?: string };
        if (error !== undefined) throw new Error(error);
        return value as never;
      }),
    click: (x, y) =>
      perform("pointer", [
        { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]),
    type: (text) => typeKeys([...text]),
    press: (key) => typeKeys([KEYS[key] ?? key]),
    async upload(selector, path) {
      const element = await post<Record<string, string>>("element", { using: "css selector", value: selector });
      await post(`element/${element[ELEMENT]}/value`, { text: path });
    },
    screenshot: async () => Buffer.from(await send<string>("GET", `${session}/screenshot`), "base64"),
    end: () => send("DELETE", session),
  };
}
