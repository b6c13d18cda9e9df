import { type ChildProcess, execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPort, isInstalled, needing, replace, startProxy } from "#server/testing/proxy-programs.ts";

/**
 * The example proxies with the console at a name of its own, before two servers that say which one they are. The devices'
 * certificates are made by the commands of the guide.
 */
const ROOT = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const [PUBLIC, STAFF] = ["your.name", "staff.your.name"];

interface Ports {
  readonly port: number;
  readonly members: number;
  readonly staff: number;
  /** The only address that may open the console, instead of certificates. */
  readonly address?: string;
}

/** On ports of this machine, with certificates of the test. */
const PROXIES = {
  caddy(folder: string, { port, members, staff, address }: Ports) {
    let settings = replace(read("deploy/caddy/Caddyfile"), /^http:\/\/your\.name \{[\s\S]*?^\}\n/m, "");
    const tls = `tls ${folder}/server.crt ${folder}/server.key`;
    settings = replace(settings, /^your\.name \{/m, `https://${PUBLIC}:${port} {\n\t${tls}`);
    settings = replace(settings, /^staff\.your\.name \{\n\ttls \{/m, `https://${STAFF}:${port} {\n\t${tls} {`);
    if (address !== undefined) {
      settings = replace(settings, /^(\ttls \S+ \S+) \{\n[\s\S]*?^\t\}\n/m, "$1\n");
      settings = replace(settings, /# (@strangers not remote_ip) .*/, `$1 ${address}`);
      settings = replace(settings, /# (abort @strangers)/, "$1");
    } else settings = replace(settings, /\/etc\/spotter-console/g, `${folder}/keys`);
    settings = replace(settings, /127\.0\.0\.1:3000/, `127.0.0.1:${members}`);
    settings = replace(settings, /127\.0\.0\.1:3001/, `127.0.0.1:${staff}`);
    const global = "{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\n";
    writeFileSync(join(folder, "Caddyfile"), global + settings);
    return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  },
  nginx(folder: string, { port, members, staff, address }: Ports) {
    let settings = replace(read("deploy/nginx/spotter.conf"), /^\tlisten \[::\]:.*\n/gm, "");
    settings = replace(settings, /^server \{\n\tlisten 80;[\s\S]*?^\}\n/m, "");
    // Older versions do not know it.
    settings = replace(settings, /^\thttp2 on;\n/gm, "");
    settings = replace(settings, /listen 443 ssl/g, `listen 127.0.0.1:${port} ssl`);
    settings = replace(settings, /\/etc\/letsencrypt\S*fullchain\.pem/g, `${folder}/server.crt`);
    settings = replace(settings, /\/etc\/letsencrypt\S*privkey\.pem/g, `${folder}/server.key`);
    if (address !== undefined) {
      settings = replace(settings, /^\tssl_client_certificate [\s\S]*?^\t\}\n/m, "");
      settings = replace(settings, /# (allow) 198\.51\.100\.7;/, `$1 ${address};`);
      settings = replace(settings, /# (allow 2001:db8::\/48;)/, "$1");
      settings = replace(settings, /# (deny all;)/, "$1");
    } else settings = replace(settings, /\/etc\/spotter-console/, folder);
    settings = replace(settings, /127\.0\.0\.1:3000/, `127.0.0.1:${members}`);
    settings = replace(settings, /127\.0\.0\.1:3001/, `127.0.0.1:${staff}`);
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const http = `http { access_log off; ${paths.join(" ")}\n${settings}}`;
    const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
    writeFileSync(join(folder, "nginx.conf"), `${main}\n${http}`);
    return ["-p", folder, "-e", join(folder, "error.log"), "-c", join(folder, "nginx.conf")];
  },
} as const;

interface Device {
  readonly cert: string;
  readonly key: string;
}

/** By the commands of the guide. @returns also the file that the server gets */
function makeDevice(folder: string, name: string): Device & { readonly listed: string } {
  const [, block = ""] = /```sh\n(umask 077\n[\s\S]*?)```/.exec(read("docs/operating/console-access.md")) ?? [];
  let commands = replace(block, /^device=\S+$/m, `device=${name}`);
  commands = replace(commands, /(openssl pkcs12 -export)/, "$1 -passout pass:a-password");
  execFileSync("sh", ["-euc", commands], { cwd: folder, stdio: "pipe" });
  const unpack = (...args: string[]) =>
    execFileSync(
      "openssl",
      ["pkcs12", "-in", join(folder, `${name}.p12`), "-passin", "pass:a-password", "-nodes", ...args],
      { encoding: "utf8", stdio: "pipe" },
    );
  return {
    cert: unpack("-clcerts", "-nokeys"),
    key: unpack("-nocerts"),
    listed: readFileSync(join(folder, `${name}.crt`), "utf8"),
  };
}

interface Ask {
  readonly path?: string;
  /** The name of the TLS handshake; empty for none. */
  readonly servername?: string;
  readonly host?: string;
  readonly device?: Device;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
}

/** "refused" if there is no answer in HTTP. */
const ask = (
  port: number,
  { path = "/moderation", servername = STAFF, host = servername, device, headers }: Ask,
): Promise<Answer | "refused"> =>
  new Promise((resolve) => {
    const options = { host: "127.0.0.1", port, path, servername, agent: false, rejectUnauthorized: false };
    const asked = request({ ...options, ...device, headers: { ...headers, host } }, async (response) => {
      let text = "";
      for await (const part of response) text += part;
      resolve({ status: response.statusCode ?? 0, text, location: response.headers.location });
    });
    asked.on("error", () => resolve("refused")).end();
  });

function createApp(name: string): Promise<Server> {
  const app = createServer((message, response) =>
    response.end(`${name} ${message.url} for ${message.headers["x-forwarded-for"]}`),
  );
  return new Promise((resolve) => app.listen(0, "127.0.0.1", () => resolve(app)));
}
const portOf = (app: Server): number => (app.address() as AddressInfo).port;

const PROGRAMS = Object.keys(PROXIES) as (keyof typeof PROXIES)[];
const canRun = (program: string): boolean => isInstalled(program) && isInstalled("openssl");

const folder = mkdtempSync(join(tmpdir(), "spotter-console-"));
const devices = {} as Record<"grace" | "ada" | "lost", Device>;

beforeAll(() => {
  if (!PROGRAMS.some(canRun)) return;
  const keys = join(folder, "keys");
  mkdirSync(keys);
  const made = ["grace-phone", "ada-laptop", "lost-phone"].map((name) => makeDevice(keys, name));
  [devices.grace, devices.ada, devices.lost] = made as unknown as [Device, Device, Device];
  writeFileSync(
    join(folder, "devices.pem"),
    made
      .slice(0, 2)
      .map(({ listed }) => listed)
      .join(""),
  );
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(PROGRAMS)("%s", (program) => {
  describe.skipIf(!canRun(program))(needing(program, "opens the console"), () => {
    let apps: readonly Server[] = [];
    let running: ChildProcess | undefined;
    let port = 0;

    beforeAll(async () => {
      const server = ["-keyout", `${folder}/server.key`, "-out", `${folder}/server.crt`, "-subj", "/CN=your.name"];
      const names = ["-addext", `subjectAltName=DNS:${PUBLIC},DNS:${STAFF}`];
      execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-noenc", ...server, ...names], {
        stdio: "pipe",
      });
      apps = [await createApp("members"), await createApp("console")];
      const [members = 0, staff = 0] = apps.map(portOf);
      port = await findPort();
      running = await startProxy(program, PROXIES[program](folder, { port, members, staff }), { port, folder });
    }, 60_000);
    afterAll(async () => {
      running?.kill();
      for (const app of apps) {
        app.closeAllConnections();
        await new Promise((resolve) => app.close(resolve));
      }
    });

    test("to devices of the list only", async () => {
      for (const device of [devices.grace, devices.ada]) {
        expect(await ask(port, { device })).toMatchObject({ status: 200, text: "console /moderation for 127.0.0.1" });
        expect(await ask(port, { device, path: "/" })).toMatchObject({
          status: 302,
          location: expect.stringMatching(/^(https:\/\/staff\.your\.name:\d+)?\/moderation$/),
        });
      }
      for (const path of ["/", "/moderation", "/api/moderation/session", "/nothing"]) {
        expect(await ask(port, { path }), path).toBe("refused");
        expect(await ask(port, { path, device: devices.lost }), path).toBe("refused");
      }
    });

    test("under no other name of the handshake", async () => {
      for (const servername of [PUBLIC, "", "other.name"])
        for (const device of [undefined, devices.lost]) {
          const answer = await ask(port, { servername, host: STAFF, ...(device && { device }) });
          expect(answer === "refused" ? "" : answer.text, `${servername} ${device}`).not.toContain("console");
        }
    });

    test("and never at the public name, in any spelling", async () => {
      const paths = [
        "/moderation",
        "/Moderation",
        "//moderation",
        "/%6doderation",
        "/x/../moderation",
        "/api/moderation/session",
      ];
      for (const path of paths) {
        const answer = await ask(port, { servername: PUBLIC, path });
        expect(answer === "refused" ? "" : answer.text, path).not.toContain("console");
        expect(await ask(port, { servername: PUBLIC, host: STAFF, path })).not.toMatchObject({ status: 200 });
      }
      expect(await ask(port, { servername: PUBLIC, path: "/" })).toMatchObject({ text: "members / for 127.0.0.1" });
    });

    test("to an address of a list, where there is one instead", async () => {
      const [members = 0, staff = 0] = apps.map(portOf);
      for (const [address, opens] of [
        ["127.0.0.1", true],
        ["192.0.2.1", false],
      ] as const) {
        const at = await findPort();
        const listing = mkdtempSync(join(folder, "listed-"));
        for (const name of ["server.crt", "server.key"]) copyFileSync(join(folder, name), join(listing, name));
        const args = PROXIES[program](listing, { port: at, members, staff, address });
        const other = await startProxy(program, args, { port: at, folder: listing });
        const answer = await ask(at, {});
        other.kill();
        if (opens) expect(answer).toMatchObject({ text: "console /moderation for 127.0.0.1" });
        else expect(answer === "refused" ? 403 : answer.status).toBe(403);
      }
    });

    test("with the address of the device, not one that it claims", async () => {
      const headers = { "x-forwarded-for": "203.0.113.9" };
      expect(await ask(port, { device: devices.grace, headers })).toMatchObject({
        text: "console /moderation for 127.0.0.1",
      });
    });
  });
});
