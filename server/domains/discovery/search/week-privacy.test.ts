import { expect, test } from "vitest";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import { type Filters, SORTS } from "#contract/discovery/filter-form.ts";
import { LEVEL_MAX, LOOKING_FOR } from "#contract/members/catalog.ts";
import { SPORTS } from "#contract/training/sports.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import type { TrainingUpdate } from "#contract/training/training-form.ts";
import { coarseBits, WEEK_PARTS } from "#contract/training/training-week.ts";
import { getDailySet } from "#server/domains/discovery/daily-sets/daily-sets.service.ts";
import { browse } from "#server/domains/discovery/search/discovery.service.ts";
import { viewMember } from "#server/domains/discovery/search/member-view.service.ts";
import { countPeople } from "#server/domains/discovery/search/people-count.service.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { updateSearchPreferences } from "#server/domains/discovery/search/search-preferences.service.ts";
import { updateProfile } from "#server/domains/members/profiles/profiles.service.ts";
import { saveTraining } from "#server/domains/training/weeks/training.service.ts";
import { createBulkMembers, seededRandom } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

/** Attackers ask at the same time, each with a week of their own on each day. They are each other's crowd. */
const ATTACKERS = 20;
/** `npm run soak` asks on ten. */
const DAYS = Number(process.env["WEEK_DAYS"] ?? 4);
/** Questions of each attacker on a day, each with other filters. */
const ROUNDS = 5;
const QUESTIONS = ATTACKERS * DAYS * ROUNDS;

let time = Date.now();
const app = testApp({}, { now: () => new Date(time), discoveryIndexOptions: { membersMin: 1, freshMs: 0 } });
const random = seededRandom(28);
const below = (count: number): number => Math.floor(random() * count);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

async function nextDay(): Promise<void> {
  time += 24 * 3600_000;
  await runJob(app.ctx, "apply-training-changes", {});
}

type Week = Pick<TrainingUpdate, "parts" | "sports">;
const save = (id: string, week: Week) =>
  saveTraining(app.ctx, id, { ...week, isShared: true, consentVersion: TRAINING_CONSENT_VERSION });

const someSports = (): TrainingUpdate["sports"] =>
  [...new Set([pick(SPORTS), pick(SPORTS), "run" as const])]
    .slice(0, 1 + below(3))
    .map((sport) => ({ sport, level: 1 + below(LEVEL_MAX) }));
const someParts = (count: number): number[] => [...new Set(Array.from({ length: count }, () => below(WEEK_PARTS)))];

/** Tuesday early and Saturday evening, once and many times. Both have the same coarse parts. */
const SPARSE = { parts: [6, 34], sports: [{ sport: "run", level: 3 }] } as const;
const DENSE = { parts: [0, 1, 7, 13, 18, 19, 25, 34, 35, 40, 41], sports: [{ sport: "run", level: 3 }] } as const;
/** A change that does not count yet. */
const LATER = { parts: [2, 3, 4], sports: [{ sport: "swim", level: 5 }] } as const;
const copy = ({ parts, sports }: typeof SPARSE | typeof DENSE | typeof LATER): Week => ({
  parts: [...parts],
  sports: sports.map((one) => ({ ...one })),
});

const NOT_SHOWN = "not shown";

/** The counted part stays, because it is the same. */
async function swapWeeks(one: string, other: string): Promise<void> {
  await app.database.pool.query(
    `update training set week = swapped.week, changed_at = swapped.changed_at
     from training as swapped
     where training.member_id = any($1) and swapped.member_id = any($1) and swapped.member_id <> training.member_id`,
    [[one, other]],
  );
  await app.ctx.transact(async (tx) => {
    for (const id of [one, other].toSorted()) await reindexMember(tx, id);
  });
}

/** The card without the member's identity. */
const told = (card: BrowseProfile | undefined): string => {
  if (!card) return NOT_SHOWN;
  return JSON.stringify({ ...card, id: undefined, username: undefined });
};

const someFilters = (): Filters => ({
  ...DEFAULT_FILTERS,
  sort: pick(["best", ...SORTS]),
  sharedTimesOnly: random() < 0.5,
  distance: pick([5, 50, 200]),
  lookingFor: pick([[], [], [pick(LOOKING_FOR)]]),
});

const list = async (attackerId: string) =>
  (await browse(app.ctx, attackerId, { limit: 100 }, app.ctx.laggingReads)).profiles;
const cardsOf = (profiles: readonly BrowseProfile[], twinIds: readonly string[]): string[] =>
  twinIds.map((id) => told(profiles.find((one) => one.id === id)));

/** All at once, before and after two of the twins have exchanged their weeks. */
async function ask(attackerIds: readonly string[], twinIds: readonly string[]) {
  const questions = attackerIds.map((attackerId) => ({ attackerId, filters: someFilters() }));
  await Promise.all(questions.map((one) => updateSearchPreferences(app.ctx, one.attackerId, one.filters)));
  const answers = await Promise.all(
    questions.map(async ({ attackerId, filters }) => {
      const profiles = await list(attackerId);
      const { count } = await countPeople(app.ctx, attackerId, filters, app.ctx.laggingReads);
      return { profiles, count, cards: cardsOf(profiles, twinIds) };
    }),
  );
  const [one = "", other = ""] = twinIds;
  await swapWeeks(one, other);
  const after = await Promise.all(attackerIds.map(list));
  return answers.map((answer, nth) => ({ ...answer, after: after[nth] }));
}

/** The views that do not depend on a list's filters: profiles' pages, and the set of the day. */
async function look(attackerId: string, twinIds: readonly string[]) {
  const pages = await Promise.all(
    twinIds.map(async (id) => {
      const { user, ...rest } = await viewMember(app.ctx, attackerId, id, app.ctx.laggingReads);
      return { ...rest, profile: user.profile };
    }),
  );
  const { dailySet } = await getDailySet(app.ctx, attackerId);
  const inSet = cardsOf(dailySet?.profiles ?? [], twinIds).filter((card) => card !== NOT_SHOWN);
  return { pages, inSet };
}

test(`weeks that count the same get the same answers to ${QUESTIONS} questions`, { timeout: 120_000 }, async () => {
  expect(coarseBits(SPARSE.parts)).toBe(coarseBits(DENSE.parts));
  const alike = { location: "Austin, TX", coordinates: { coordinates: [-97.7431, 30.2672] as [number, number] } };
  const twins = await createBulkMembers(app, [alike, alike, alike]);
  const twinIds = twins.map(({ id }) => id);
  const attackerIds = (await createBulkMembers(app, Array(ATTACKERS).fill(alike))).map(({ id }) => id);
  const [sparse, dense, changed] = twins;
  if (!sparse || !dense || !changed) throw new Error("nobody there");
  await save(sparse.id, copy(SPARSE));
  await save(dense.id, copy(DENSE));
  const answers = { shown: 0, hidden: 0, withTimes: 0, withLevel: 0, inSets: 0 };
  for (let day = 0; day < DAYS; day++) {
    // The database ranks for the first half, the index in memory for the second.
    if (day === DAYS / 2) expect(await app.ctx.discoveryIndex.build()).toBe(true);
    await save(changed.id, copy(SPARSE));
    for (const id of attackerIds) {
      await save(id, { parts: someParts(pick([1, 1, 2, 4, 42])), sports: pick([[], someSports()]) });
      await updateProfile(app.ctx, id, { lookingFor: pick(LOOKING_FOR) });
    }
    await nextDay();
    // The latest change of the third twin never counts.
    await save(changed.id, copy(LATER));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [nth, { profiles, cards, after, count }] of (await ask(attackerIds, twinIds)).entries()) {
        const question = `day ${day}, round ${round}, attacker ${nth}`;
        const [card, ...otherCards] = cards;
        expect(otherCards, question).toEqual([card, card]);
        // Their order, and how many there are, stay when the weeks change places.
        expect(after, question).toEqual(profiles);
        expect(count, question).toBe(profiles.length);

        if (card === NOT_SHOWN) answers.hidden++;
        else answers.shown++;
        if (card?.includes('"kind":"time"')) answers.withTimes++;
        if (card?.includes('"kind":"level"')) answers.withLevel++;
      }
    }
    for (const { pages, inSet } of await Promise.all(attackerIds.map((id) => look(id, twinIds)))) {
      const [page, ...otherPages] = pages;
      expect(otherPages).toEqual([page, page]);
      expect(new Set(inSet).size).toBeLessThanOrEqual(1);
      if (inSet.length > 1) answers.inSets++;
    }
  }
  // Otherwise the questions were about nothing.
  for (const [kind, count] of Object.entries(answers)) expect(count, kind).toBeGreaterThan(QUESTIONS / 50);
});
