import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logout } from "#contract/accounts/accounts.ts";
import { listSessions } from "#contract/accounts/sessions.ts";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { createCheckout } from "#contract/billing/payments.ts";
import { getWallet } from "#contract/billing/wallet.ts";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { getConversations, sendMessage } from "#contract/chat/messages.ts";
import { getCrushList, sendCrush } from "#contract/crushes/crushes.ts";
import { browse } from "#contract/discovery/discovery.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { addPhotos } from "#contract/members/profiles.ts";
import {
  blockMember,
  listBlocked,
  listPastContacts,
  listReports,
  reportMember,
  unmatch,
} from "#contract/moderation/reports.ts";
import { registerPushSubscription } from "#contract/notifications/notifications.ts";
import { proposeDate } from "#contract/training/workout-dates.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import {
  ACCESS,
  RELATIONS,
  type Relation,
  type RequestParts,
  type Rule,
  type Scene,
} from "#server/testing/access-rules.ts";
import { endpoints, leavesOf, nameOf } from "#server/testing/endpoints.ts";
import { givePasskey } from "#server/testing/factors.ts";
import { startPushService } from "#server/testing/fake-push-service.ts";
import { makeJpeg, photoForm } from "#server/testing/images.ts";
import { createCompleteMember, newToken, type TestMember } from "#server/testing/members.ts";
import { sessionIn } from "#server/testing/payments-harness.ts";
import { testApp } from "#server/testing/test-app.ts";
import { startSelfie } from "#server/testing/verification.ts";
import { makeDetails } from "#server/testing/workout-dates.ts";

const service = await startPushService();
const app = testApp({ pushStandIn: service.origin });

const rulesOf = (name: string): readonly Rule[] => {
  const entry = ACCESS[name];
  return entry === undefined ? [] : [entry].flat();
};

interface Owned {
  readonly scene: Scene;
  /** The owner's public profile. */
  readonly shown: readonly string[];
  /** The owner's private data, except texts, which a match reads. */
  readonly secret: readonly string[];
  readonly texts: readonly string[];
}

const call = async (endpoint: Endpoint, asked: RequestParts, token?: string) => {
  const { status, body } = await app.call(endpoint, asked as never, token);
  return { status, text: JSON.stringify(body), code: (body as { code?: string }).code };
};

async function matchWith(owner: TestMember, member: TestMember): Promise<void> {
  await app.call(sendCrush, { body: { recipientId: member.id } }, owner.token);
  const { body } = await app.call(sendCrush, { body: { recipientId: owner.id } }, member.token);
  if (!body.isMatch) throw new Error("no match");
}

/** @returns the message's id */
async function write(from: TestMember, to: TestMember, content: string): Promise<string> {
  const { status, body } = await app.call(sendMessage, { body: { receiverId: to.id, content } }, from.token);
  if (status !== 201) throw new Error("not sent");
  return body.message._id;
}

/**
 * Creates a member who owns one of everything, and is matched with the given members. Each has a message from them.
 * @param gone members to block, matched or not, so that the lists of blocked members and past contacts have a second
 *   page
 */
async function makeOwner(matches: readonly TestMember[], gone: TestMember) {
  const owner = await createCompleteMember(app, { bio: "Rows at five, sleeps at nine." });
  const { body: photos } = await app.call(addPhotos, { form: photoForm(await makeJpeg(60, 80)) }, owner.token);
  const [photo] = photos.photos;
  if (!photo) throw new Error("no photo");
  const sent = new Map<string, Pick<Scene, "messageId" | "repliedId" | "dateId">>();
  for (const [i, member] of matches.entries()) {
    await matchWith(owner, member);
    const repliedId = await write(member, owner, `Text ${i} from a match`);
    const messageId = await write(owner, member, `Text ${i} from the owner`);
    const details = { ...makeDetails(), receiverId: member.id };
    const { body } = await app.call(proposeDate, { body: details }, owner.token);
    sent.set(member.id, { messageId, repliedId, dateId: body.message._id });
  }
  for (const { id: userId } of [gone, ...matches.slice(0, 1)])
    await app.call(reportMember, { body: { userId, reason: "Something else" } }, owner.token);
  await app.call(blockMember, { body: { userId: gone.id } }, owner.token);
  const { endpoint, keys } = service.browser();
  await app.call(registerPushSubscription, { body: { endpoint, keys } }, owner.token);
  const checkout = await app.call(createCheckout, { body: { packageId: "starter" } }, owner.token);
  const verificationId = await startSelfie(app, owner);
  const { body: logins } = await app.call(listSessions, {}, owner.token);
  const { id: passkeyId } = await givePasskey(app, owner);
  return {
    owner,
    photoId: photo._id,
    loginId: logins.sessions[0]?._id ?? "",
    passkeyId,
    verificationId,
    sent,
    sessionId: sessionIn(checkout),
    pushEndpoint: endpoint,
    shown: [owner.username, "Rows at five", photo.url.split("/")[2] ?? ""],
    texts: matches.flatMap((_, i) => [`Text ${i} from a match`, `Text ${i} from the owner`]),
  };
}
type Owner = Awaited<ReturnType<typeof makeOwner>>;

async function cursorsOf({ owner: { token } }: Owner): Promise<Scene["cursors"]> {
  const first = { query: { limit: 1 } };
  const [found, blocked, past, reports, conversations, history, matches] = await Promise.all([
    app.call(browse, first, token),
    app.call(listBlocked, first, token),
    app.call(listPastContacts, first, token),
    app.call(listReports, first, token),
    app.call(getConversations, first, token),
    app.call(getWallet, first, token),
    app.call(getCrushList, { ...first, params: { list: "matches" } }, token),
  ]);
  const next = {
    browse: found.body,
    blocked: blocked.body,
    pastContacts: past.body,
    reports: reports.body,
    conversations: conversations.body,
    // Few messages are one page.
    found: { nextCursor: `${conversations.body.nextCursor}.9` },
    history: history.body,
    matches: matches.body,
  };
  return Object.fromEntries(
    Object.entries(next).map(([list, { nextCursor }]) => {
      if (!nextCursor) throw new Error(`the owner's ${list} has one page only`);
      return [list, nextCursor];
    }),
  ) as unknown as Scene["cursors"];
}

async function ownedBy(made: Owner, match: TestMember, caller: TestMember): Promise<Owned> {
  const { owner, photoId, loginId, passkeyId, verificationId, sessionId, pushEndpoint, shown, texts } = made;
  const sent = made.sent.get(caller.id) ?? made.sent.get(match.id);
  if (!sent) throw new Error("nothing was sent");
  const scene = {
    owner,
    photoId,
    loginId,
    passkeyId,
    verificationId,
    ...sent,
    conversationId: conversationIdOf(owner.id, caller.id),
    sessionId,
    pushEndpoint,
    cursors: await cursorsOf(made),
    jpeg: await makeJpeg(40, 30),
    ownPush: service.browser(),
  };
  return { scene, shown, texts, secret: [owner.email, loginId, passkeyId, sessionId, pushEndpoint] };
}

/** The value at a path such as `about.photoId`. */
const readPath = (values: unknown, path: string): unknown =>
  path.split(".").reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);

const idsOf = ({ owner, cursors, ...ids }: Scene): readonly string[] => [
  owner.id,
  ids.photoId,
  ids.loginId,
  ids.passkeyId,
  ids.verificationId,
  ids.messageId,
  ids.repliedId,
  ids.dateId,
  ids.conversationId,
  ids.sessionId,
  ...Object.values(cursors),
];

interface Caller extends Owned {
  readonly member: TestMember;
}
const callers = {} as Record<Relation | "hiding" | "ended" | "suspended", Caller>;

beforeAll(async () => {
  const make = () => createCompleteMember(app);
  const [matched, blocked, unmatched, ended, suspended, other, hidden, hiding, blockedToo, peer, secondPeer] =
    await Promise.all([make(), make(), make(), make(), make(), make(), make(), make(), make(), make(), make()]);
  const made = await makeOwner([matched, blocked, unmatched, ended, suspended], blockedToo);
  await app.call(blockMember, { body: { userId: blocked.id } }, made.owner.token);
  await app.call(unmatch, { body: { userId: unmatched.id } }, made.owner.token);
  const madeHidden = await makeOwner([peer, secondPeer, unmatched, blockedToo], blockedToo);
  await app.call(blockMember, { body: { userId: unmatched.id } }, madeHidden.owner.token);
  const hiddenOwned = await ownedBy(madeHidden, peer, hidden);
  await app.call(updatePrivacy, { body: { hidden: true } }, madeHidden.owner.token);
  await app.call(updatePrivacy, { body: { hidden: true } }, hiding.token);
  for (const [name, member] of Object.entries({ matched, other, blocked, unmatched, hiding, ended, suspended })) {
    callers[name as Relation] = { member, ...(await ownedBy(made, matched, member)) };
  }
  callers.hidden = { member: hidden, ...hiddenOwned };
  await app.call(logout, {}, ended.token);
  await suspendMember(app.ctx, { who: "ada", reason: "A test" }, suspended.username, null, "Threats.");
});

let tables: readonly string[] = [];
/** Connected as the tables' owner: the app's role cannot read them all. */
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client(app.database.owner);
  await owner.connect();
  const query = "select tablename as name from pg_tables where schemaname = 'public' order by 1";
  const { rows } = await owner.query<{ name: string }>(query);
  tables = rows.map(({ name }) => name).filter((name) => !PASSED_OVER.includes(name));
});
afterAll(() => owner.end());

/** A search result belongs to the member who browses, whoever is in it; security events record the rejection itself. */
const PASSED_OVER = ["search_results", "security_events"];
/** A notification's state changes after the reply, and a daily set belongs to its member, whoever is in it. */
const COMPARED: Readonly<Record<string, string>> = {
  daily_sets: "(select member_id, day from daily_sets)",
  notifications: "(select member_id, other_id, cause from notifications)",
};

/** Hashes the rows of each table that hold one of the words; without words all rows, except waiting jobs. */
async function footprint(words?: readonly string[]): Promise<Record<string, string>> {
  const parts = tables.map(
    (name) => `
      select '${name}' as name, md5(coalesce(string_agg(line, ',' order by line), '')) as hash
      from (select to_jsonb(t)::text as line from ${COMPARED[name] ?? name} t) lines
      where $1::text[] is null or line like any($1)`,
  );
  if (!words) parts.push("select 'jobs' as name, count(*)::text as hash from jobs.job where $1::text[] is null");
  const { rows } = await owner.query<{ name: string; hash: string }>(parts.join(" union all "), [
    words?.map((word) => `%${word}%`) ?? null,
  ]);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

describe("the access rules", () => {
  test("have an entry for each endpoint of the contract, and no other", () => {
    expect(Object.keys(ACCESS).sort(), "server/testing/access-rules.ts says how to add one").toEqual(
      endpoints.map(nameOf).sort(),
    );
    for (const endpoint of endpoints) {
      for (const { isOpen } of rulesOf(nameOf(endpoint))) expect(isOpen).toBe(endpoint.access === "anyone");
    }
  });

  test("use ids of the owner wherever an endpoint takes an id", () => {
    const { scene } = callers.matched;
    const ids = idsOf(scene);
    const foreign = endpoints.flatMap((endpoint) =>
      (["params", "query", "body"] as const).flatMap((part) => {
        const schema = endpoint[part];
        if (!schema) return [];
        const named = leavesOf(schema)
          .map(({ path }) => path.replace(/\.\d+$/, ""))
          .filter(
            (path) => /(^|[a-z])ids?$|^(before|cursor)$/i.test(path) && !["clientId", "packageId"].includes(path),
          );
        const asked = rulesOf(nameOf(endpoint)).map(
          ({ request: buildRequest }) => buildRequest(scene)[part] as Record<string, unknown> | undefined,
        );
        const isAsked = (path: string) =>
          asked.some((values) => [readPath(values, path)].flat().every((id) => ids.includes(String(id))));
        return named.filter((path) => !isAsked(path)).map((path) => `${nameOf(endpoint)} ${part} ${path}`);
      }),
    );
    expect(foreign).toEqual([]);
  });
});

describe.each(["no login", "ended", "suspended"] as const)("with %s", (name) => {
  // @spec 6.members-have-all
  test("every endpoint for members is rejected without a token, reveals nothing and changes nothing", async () => {
    const { member, scene, shown, secret, texts } = callers[name === "no login" ? "matched" : name];
    const token = name === "no login" ? undefined : member.token;
    const code = name === "suspended" ? "session_suspended" : "unauthorized";
    const before = await footprint();
    for (const endpoint of endpoints.filter(({ access }) => access === "member")) {
      for (const { request: buildRequest } of rulesOf(nameOf(endpoint))) {
        const reply = await call(endpoint, buildRequest(scene), token);
        expect(reply, nameOf(endpoint)).toMatchObject({ status: 401, code });
        for (const fact of [...shown, ...secret, ...texts]) expect(reply.text, nameOf(endpoint)).not.toContain(fact);
      }
    }
    expect(await footprint()).toEqual(before);
  });

  test("every other endpoint responds without a token", async () => {
    const { member, scene } = callers[name === "no login" ? "matched" : name];
    for (const endpoint of endpoints.filter(({ access }) => access === "anyone")) {
      for (const { request: buildRequest, status } of rulesOf(nameOf(endpoint))) {
        const reply = await call(endpoint, buildRequest(scene), name === "no login" ? undefined : member.token);
        expect(reply.status, nameOf(endpoint)).toBe(status.other);
      }
    }
  });
});

const UNCHECKED_MAX = 10;

describe.each<[name: keyof typeof callers, relation: Relation]>([
  ...RELATIONS.map((relation) => [relation, relation] as [Relation, Relation]),
  // A hidden member keeps their access.
  ["hiding", "other"],
])("as a caller who is '%s' to the owner", (name, relation) => {
  test("every endpoint responds as the rules say, reveals no more, and changes nothing else", async () => {
    const { member, scene, shown, secret, texts } = callers[name];
    const ids = idsOf(scene);
    const wrong: string[] = [];
    let before = await footprint(ids);
    let unchecked: string[] = [];
    const assertUnchanged = async () => {
      if (unchecked.length === 0) return;
      const after = await footprint(ids);
      const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
      if (changed.length > 0) wrong.push(`one of ${unchecked.join(", ")} changes ${changed.join(", ")} of the owner's`);
      before = after;
      unchecked = [];
    };
    for (const [endpointName, endpoint] of endpointsInOrder()) {
      for (const { request: buildRequest, status, shows, reaches } of rulesOf(endpointName)) {
        const mayChange = reaches.includes(relation);
        if (mayChange) await assertUnchanged();
        // Some calls end the caller's logins.
        const reply = await call(endpoint, buildRequest(scene), await newToken(app, member));
        const note = (what: string) => wrong.push(`${endpointName} ${what}: ${reply.text.slice(0, 200)}`);
        if (reply.status !== status[relation]) note(`answers ${reply.status} instead of ${status[relation]}`);
        const isShown = shows.includes(relation) && reply.status < 300;
        const kept = [...secret, ...(relation === "matched" ? [] : texts), ...(isShown ? [] : shown)];
        const told = kept.filter((fact) => reply.text.includes(fact));
        if (told.length > 0) note(`tells '${told.join("', '")}'`);
        if (mayChange) before = await footprint(ids);
        else unchecked.push(endpointName);
        if (unchecked.length === UNCHECKED_MAX) await assertUnchanged();
      }
    }
    await assertUnchanged();
    expect(wrong).toEqual([]);
  });
});

/** The endpoints in the order of the table, in which what changes who the two are to each other stands last. */
function endpointsInOrder(): readonly (readonly [string, Endpoint])[] {
  const byName = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));
  return Object.keys(ACCESS).flatMap((name) => {
    const endpoint = byName.get(name);
    return endpoint ? [[name, endpoint] as const] : [];
  });
}
