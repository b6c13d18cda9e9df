import { SPORT_TEXTS, type Sport } from "#contract/training/sports.ts";
import type { DateDetails } from "#contract/training/workout-date.ts";
import { findDemoName, findTownOfDemo, hasDateBetween, hasWritten } from "#demo/demo.repo.ts";
import { chance, idFor, ignoreRefusal } from "#demo/demo-chance.ts";
import { addDay, findTimeZone, findTrainingTimes } from "#demo/demo-times.ts";
import type { Context } from "#server/context.ts";
import { partsOf } from "#server/domains/training/weeks/training.policy.ts";
import { findTraining } from "#server/domains/training/weeks/training.queries.ts";
import { actOnDate, findDateOf, proposeDate } from "#server/domains/training/workout-dates/workout-dates.service.ts";

/** The share of proposals to which a demo member suggests another day first. */
const COUNTER_SHARE = 0.25;
/** The share of conversations in which a demo member proposes a workout. */
const PROPOSAL_SHARE = 0.4;
const TIMES = 2;

/** Agrees to the first time that is left, or suggests the day after it. */
export async function answerDate(ctx: Context, demoId: string, messageId: string): Promise<void> {
  const { date, by } = (await findDateOf(ctx.db, demoId, messageId)) ?? {};
  if (!date || date.turn !== by) return;
  const { version, state, sport, times, time_zone: timeZone, minutes, place, effort } = date;
  const time = times.find((one) => one > ctx.now())?.toISOString();
  if (time === undefined) return;
  const isCountered = state === "proposed" && chance(demoId + messageId) < COUNTER_SHARE;
  const details = { sport, times: [addDay(time, timeZone)], timeZone, minutes, place, ...(effort && { effort }) };
  const act = isCountered
    ? ({ act: "counter", version, details } as const)
    : ({ act: "agree", version, time } as const);
  await actOnDate(ctx, demoId, messageId, act).catch(ignoreRefusal);
}

/** At times of the demo member's week, where they live. */
async function planWorkout(ctx: Context, demoId: string): Promise<DateDetails | undefined> {
  const town = await findTownOfDemo(ctx.db, demoId);
  const country = town && ctx.geocoder.countryOf(town);
  const point = town && ctx.geocoder.find(town);
  const timeZone = country && point && findTimeZone(country, point.lng, ctx.now());
  if (!timeZone) return undefined;
  const training = await findTraining(ctx.db, demoId);
  const sport: Sport = training?.sports[0]?.sport ?? "strength";
  const place = SPORT_TEXTS[sport].isOutdoors ? "The park, at the main gate" : "The gym next to the station";
  const times = findTrainingTimes(training ? partsOf(training.week) : [], timeZone, ctx.now(), TIMES);
  return { sport, times, timeZone, minutes: 60, place, effort: "chatty" };
}

/** Once, to a share of the members who have written. */
export async function proposeWorkout(
  ctx: Context,
  demoId: string,
  memberId: string,
  share = PROPOSAL_SHARE,
): Promise<void> {
  if (chance(`${demoId}${memberId} date`) > share) return;
  if (!(await hasWritten(ctx.db, demoId, memberId)) || (await hasDateBetween(ctx.db, demoId, memberId))) return;
  const [username, details] = [await findDemoName(ctx.db, demoId), await planWorkout(ctx, demoId)];
  if (!username || !details) return;
  const clientId = idFor(`${demoId} ${memberId} date`);
  const me = { id: demoId, username, sessionId: "" };
  await proposeDate(ctx, me, { ...details, receiverId: memberId, clientId }).catch(ignoreRefusal);
}
