import { expect, test } from "vitest";
import { LEVEL_MAX, LOOKING_FOR } from "#contract/catalog.ts";
import { DEFAULT_FILTERS } from "#contract/default-filters.ts";
import type { BrowseProfile } from "#contract/discovery.ts";
import { type Filters, SORTS } from "#contract/filter-form.ts";
import { SPORTS } from "#contract/sports.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training-consent.ts";
import type { TrainingUpdate } from "#contract/training-form.ts";
import { coarseBits, WEEK_PARTS } from "#contract/training-week.ts";
import { createJobHandlers } from "#server/jobs/job-handlers.ts";
import { getDailySet } from "#server/modules/daily-sets/daily-sets.service.ts";
import { browse, countPeople, viewMember } from "#server/modules/discovery/discovery.service.ts";
import { reindexMember } from "#server/modules/discovery/search-index.service.ts";
import { updateSearchPreferences } from "#server/modules/discovery/search-preferences.service.ts";
import { updateProfile } from "#server/modules/profiles/profiles.service.ts";
import { saveTraining } from "#server/modules/training/training.service.ts";
import { createBulkMembers, seededRandom } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const QUESTIONS = 1_000;
const QUESTIONS_A_DAY = 10;

let time = Date.now();
const app = testApp({}, { now: () => new Date(time), discoveryIndexOptions: { membersMin: 1, freshMs: 0 } });
const random = seededRandom(28);
const below = (count: number): number => Math.floor(random() * count);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

async function nextDay(): Promise<void> {
  time += 24 * 3600_000;
  await createJobHandlers(app.ctx)["apply-profile-changes"]({}, "");
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

/** Exchanges what two members have stored. What counts of it stays, because it is the same. */
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

/** All that a viewer is told of a member, but for who they are. */
const told = (card: BrowseProfile | undefined): string => {
  if (!card) return NOT_SHOWN;
  return JSON.stringify({ ...card, id: undefined, username: undefined });
};

test(`weeks that count the same get the same answers to ${QUESTIONS} questions`, { timeout: 240_000 }, async () => {
  expect(coarseBits(SPARSE.parts)).toBe(coarseBits(DENSE.parts));
  const alike = { location: "Austin, TX", coordinates: { coordinates: [-97.7431, 30.2672] as [number, number] } };
  const twins = await createBulkMembers(app, [alike, alike, alike]);
  const [sparse, dense, changed] = twins;
  const [attacker, ...crowd] = await createBulkMembers(app, [alike, ...Array.from({ length: 30 }, () => alike)]);
  if (!sparse || !dense || !changed || !attacker) throw new Error("nobody there");
  await save(sparse.id, copy(SPARSE));
  await save(dense.id, copy(DENSE));
  await save(changed.id, copy(SPARSE));
  for (const { id } of crowd) await save(id, { parts: someParts(3), sports: someSports() });
  await nextDay();
  const answers = { shown: 0, hidden: 0, withTimes: 0, withLevel: 0, inSets: 0 };
  for (let question = 0; question < QUESTIONS; question++) {
    // The database ranks for the first half, the index in memory for the second.
    if (question === QUESTIONS / 2) expect(await app.ctx.discoveryIndex.build()).toBe(true);
    if (question % QUESTIONS_A_DAY === 0) {
      // The latest change of the third twin never counts.
      await save(changed.id, copy(SPARSE));
      await nextDay();
      await save(changed.id, copy(LATER));
    }
    await save(attacker.id, { parts: someParts(pick([1, 1, 2, 4, 42])), sports: pick([[], someSports()]) });
    await updateProfile(app.ctx, attacker.id, { lookingFor: pick(LOOKING_FOR) });
    const filters: Filters = {
      ...DEFAULT_FILTERS,
      sort: pick(["best", ...SORTS]),
      sharedTimesOnly: random() < 0.5,
      distance: pick([5, 50, 200]),
      lookingFor: pick([[], [], [pick(LOOKING_FOR)]]),
    };
    await updateSearchPreferences(app.ctx, attacker.id, filters);
    const { profiles } = await browse(app.ctx, attacker.id, { limit: 100 });
    const [card, ...otherCards] = twins.map(({ id }) => told(profiles.find((one) => one.id === id)));
    expect(otherCards, `question ${question}`).toEqual([card, card]);

    const [page, ...otherPages] = await Promise.all(
      twins.map(async ({ id }) => {
        const { user, ...rest } = await viewMember(app.ctx, attacker.id, id);
        return { ...rest, profile: user.profile };
      }),
    );
    expect(otherPages).toEqual([page, page]);

    // Their order, and how many there are, stay when the weeks change places.
    await swapWeeks(sparse.id, dense.id);
    expect((await browse(app.ctx, attacker.id, { limit: 100 })).profiles).toEqual(profiles);
    expect(await countPeople(app.ctx, attacker.id, filters)).toBe(profiles.length);

    const { dailySet } = await getDailySet(app.ctx, attacker.id);
    const inSet = twins.flatMap(({ id }) => dailySet?.profiles.find((one) => one.id === id) ?? []).map(told);
    expect(new Set(inSet).size).toBeLessThanOrEqual(1);

    if (inSet.length > 1) answers.inSets++;
    if (card === NOT_SHOWN) answers.hidden++;
    else answers.shown++;
    if (card?.includes('"kind":"time"')) answers.withTimes++;
    if (card?.includes('"kind":"level"')) answers.withLevel++;
  }
  // Otherwise the questions were about nothing.
  for (const [kind, count] of Object.entries(answers)) expect(count, kind).toBeGreaterThan(20);
});
