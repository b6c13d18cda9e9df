import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { blockMember, reportMember, unblockMember, unmatch } from "#contract/moderation/reports.ts";
import { ACCESS, makeScene, type RequestParts, type Scene } from "#server/testing/access-rules.ts";
import { endpoints, nameOf } from "#server/testing/endpoints.ts";
import { runOperatorJson } from "#server/testing/operator-cli.ts";
import { post, signUpAt } from "#server/testing/process-harness.ts";
import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";
import { median, report } from "./figures.ts";

/**
 * Whether the time of a response tells why somebody is no open contact: all calls about a member, repeated in random
 * order for each reason. The server is a process of its own. Reports the median of the first reason, and each as a ratio
 * to it.
 * `node scripts/run.cjs bench/closed-contacts.ts [part of a call's name]`
 */
const PAIRS = 3;
const ROUNDS = 100;
/** They would change what is measured. */
const CHANGES = new Set([blockMember, unblockMember, unmatch, reportMember].map(nameOf));

type Member = Awaited<ReturnType<typeof signUpAt>>;
type Leave = (address: string, data: string, me: Member, other: Member) => Promise<unknown>;

const hide: Leave = (address, _data, _me, { token }) =>
  fetch(address + updatePrivacy.path, {
    method: updatePrivacy.method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ hidden: true }),
  });
const suspend: Leave = (_address, data, _me, { email }) =>
  runOperatorJson(data, ["suspend", email, "--reason", "A benchmark", "--message", "Threats."]);
const block: Leave = (address, _data, me, other) => post(address, blockMember.path, { userId: me.id }, other.token);
const leaveMatch: Leave = (address, _data, me, other) => post(address, unmatch.path, { userId: me.id }, other.token);

/** By group: reasons that must read the same. The first of a group comes twice, to show how much the same reason varies. */
const GROUPS: Readonly<
  Record<string, { readonly isMatch: boolean; readonly reasons: Readonly<Record<string, Leave>> }>
> = {
  "an ended match": {
    isMatch: true,
    reasons: {
      unmatched: leaveMatch,
      "unmatched again": leaveMatch,
      blocked: block,
      suspended: suspend,
      "unmatched and hides": async (...all) => [await leaveMatch(...all), await hide(...all)],
    },
  },
  "no contact": {
    isMatch: false,
    reasons: {
      nobody: async () => undefined,
      "nobody again": async () => undefined,
      hides: hide,
      suspended: suspend,
      blocked: block,
    },
  },
};

interface Pair {
  readonly reason: string;
  readonly viewer: Member;
  readonly scene: Scene;
}

async function makePair(address: string, data: string, isMatch: boolean, reason: string, leave: Leave): Promise<Pair> {
  const [viewer, member] = [await signUpAt(address), await signUpAt(address)];
  const other = reason.startsWith("nobody") ? { ...member, id: randomUUID() } : member;
  let known: Partial<Scene> = {};
  if (isMatch) {
    await post(address, sendCrush.path, { recipientId: member.id }, viewer.token);
    await post(address, sendCrush.path, { recipientId: viewer.id }, member.token);
    const sent = await post(address, sendMessage.path, { receiverId: viewer.id, content: "Hello" }, member.token);
    known = { messageId: (sent.body as { message: { _id: string } }).message._id };
  }
  await leave(address, data, viewer, other);
  return { reason, viewer, scene: await makeScene(viewer.id, other, known) };
}

async function measure(
  address: string,
  endpoint: Endpoint,
  { params, query, body, form }: RequestParts,
  token: string,
) {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params?.[name]));
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : "";
  const headers = { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) };
  const startedAt = performance.now();
  const reply = await fetch(address + path + search, {
    method: endpoint.method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : form && { body: form }),
  });
  await reply.arrayBuffer();
  return performance.now() - startedAt;
}

const [named = ""] = process.argv.slice(2);
const data = makeDataFolder();
const server = startSpotter(data.path, { RATE_LIMITS: "off", LOG_LEVEL: "error" });
try {
  const address = await server.ready();
  for (const [group, { isMatch, reasons }] of Object.entries(GROUPS)) {
    const pairs: Pair[] = [];
    for (const [reason, leave] of Object.entries(reasons))
      for (let nth = 0; nth < PAIRS; nth++) pairs.push(await makePair(address, data.path, isMatch, reason, leave));
    const [first = ""] = Object.keys(reasons);
    for (const endpoint of endpoints.filter((one) => !CHANGES.has(nameOf(one)) && nameOf(one).includes(named))) {
      for (const rule of [ACCESS[nameOf(endpoint)]].flat().filter((one) => one?.isAbout)) {
        const times = new Map<string, number[]>();
        for (let round = -5; round < ROUNDS; round++) {
          for (const { reason, viewer, scene } of pairs.toSorted(() => Math.random() - 0.5)) {
            const ms = await measure(address, endpoint, rule?.request(scene) ?? {}, viewer.token);
            if (round >= 0) times.set(reason, [...(times.get(reason) ?? []), ms]);
          }
        }
        const base = median(times.get(first) ?? []);
        const ratios = [...times].map(([reason, all]) => [reason, median(all) / base] as const);
        report("closed-contacts", `${group}: ${nameOf(endpoint)}`, { ms: base, ...Object.fromEntries(ratios) });
      }
    }
  }
} finally {
  server.process.kill("SIGTERM");
  await server.ended;
  data.remove();
}
