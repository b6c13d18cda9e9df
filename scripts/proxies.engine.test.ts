import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { normalUrl } from "#server/platform/http/static-pages.ts";
import { findPort, isInstalled, needing, replace, startProxy } from "#server/testing/proxy-programs.ts";

/**
 * The example proxies before a server that answers each path in normal form with 200, as the app's router has it. Nothing of
 * the console and the metrics may come through in any spelling.
 */
const DEPLOY = join(import.meta.dirname, "../deploy");
/** On a port of this machine, without TLS. */
const PROXIES = {
  haproxy(folder: string, port: number, app: number) {
    let settings = readFileSync(join(DEPLOY, "haproxy/haproxy.cfg"), "utf8");
    settings = replace(settings, /^\tuser .*\n\tgroup .*\n\tchroot .*\n/m, "");
    settings = replace(settings, /^\tmaxconn 60000$/m, "\tmaxconn 100");
    settings = replace(settings, /^\tbind :80\n\tbind :443 .*$/m, `\tbind 127.0.0.1:${port}`);
    settings = replace(settings, /^\thttp-request (deny|redirect) .*ssl_fc.*\n/gm, "");
    settings = replace(settings, /acl is_staff src 127.0.0.1/, "acl is_staff src 192.0.2.1");
    settings = replace(settings, /^\tbind 127.0.0.1:8405\n/m, `\tbind unix@${folder}/metrics\n`);
    settings = replace(settings, /10\.0\.0\.\d+:3000/g, `127.0.0.1:${app}`);
    settings = replace(settings, /slowstart 20s maxconn 20000/, "maxconn 100");
    writeFileSync(join(folder, "haproxy.cfg"), settings);
    return ["-db", "-f", join(folder, "haproxy.cfg")];
  },
  caddy(folder: string, port: number, app: number) {
    let settings = readFileSync(join(DEPLOY, "compose/Caddyfile"), "utf8");
    settings = replace(settings, /admin 127.0.0.1:2019/, "admin off");
    settings = replace(settings, /to web-1:3000 web-2:3000 web-3:3000/, `to 127.0.0.1:${app}`);
    settings = replace(settings, /\nhttp:\/\/\{\$DOMAIN\} \{[\s\S]*$/, "\n");
    settings = replace(settings, /^\{\$DOMAIN\} \{/m, `http://127.0.0.1:${port} {`);
    settings = replace(settings, /\{\$STAFF_NETWORKS\}/, "192.0.2.1/32");
    writeFileSync(join(folder, "Caddyfile"), settings);
    return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  },
} as const;

const ask = (port: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    asked.on("error", reject).end();
  });

describe.each(Object.keys(PROXIES) as (keyof typeof PROXIES)[])("%s", (program) => {
  describe.skipIf(!isInstalled(program))(needing(program, "keeps strangers"), () => {
    const folder = mkdtempSync(join(tmpdir(), "spotter-proxy-"));
    let [port, app]: [number, Server | undefined] = [0, undefined];
    let running: ChildProcess | undefined;

    beforeAll(async () => {
      app = createServer((message, response) => {
        // As the router would decode it.
        const path = decodeURI(normalUrl(message.url ?? ""));
        response.writeHead(path.includes("unreadable") ? 404 : 200).end();
      });
      app.listen(0, "127.0.0.1");
      await new Promise((resolve) => app?.once("listening", resolve));
      port = await findPort();
      const args = PROXIES[program](folder, port, (app.address() as AddressInfo).port);
      running = await startProxy(program, args, { port, folder });
      // Once the processes are found to be ready.
      while ((await ask(port, "/")) !== 200) await pause(100);
    });
    afterAll(async () => {
      running?.kill();
      app?.closeAllConnections();
      await new Promise((resolve) => (app ? app.close(resolve) : resolve(undefined)));
      rmSync(folder, { recursive: true, force: true });
    });

    test.each(["/moderation", "/moderation/cases/1", "/api/moderation/login/options", "/metrics"])(
      "from %s in each spelling",
      async (path) => {
        const [first = "", ...rest] = path.slice(1);
        const spellings = [
          path,
          `/%${first.charCodeAt(0).toString(16)}${rest.join("")}`,
          `/${path}`,
          `/.${path}`,
          `/x/..${path}`,
          `/%2e${path}`,
          `/%2f${path.slice(1)}`,
          path.toUpperCase(),
          path.replace("m", "%6D").replace("e", "%65"),
        ];
        for (const spelling of spellings) expect(await ask(port, spelling), spelling).toBeGreaterThanOrEqual(400);
        expect(await ask(port, `/profile?from=${path}`)).toBe(200);
      },
    );
  });
});
