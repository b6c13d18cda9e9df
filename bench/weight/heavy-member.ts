import { setTimeout as pause } from "node:timers/promises";
import { createSeries, type Line, quantile, report, toQuantiles } from "#bench/figures.ts";
import {
  countUnseen,
  openAllCrushes,
  openBrowse,
  openConversations,
  openMyCrushes,
  searchTexts,
} from "#bench/load/actions.ts";
import { type Client, mustCall, timed } from "#bench/load/client.ts";
import { RARE_WORD } from "#bench/load/members.ts";
import { alternate, type Scene } from "#bench/load/scene.ts";
import { OPTIONS } from "#bench/options.ts";

/**
 * What a member opens who has thousands of conversations and crushes, against one who has twenty. One call at a time,
 * with a pause, because nobody may make more than ten a second.
 */
const ROUNDS = 60;
/** Of six kinds, some of which make three requests. */
const PAUSE_MS = 200;
const LIMITS_RESET_EACH = 5;

const ACTS: Readonly<Record<string, (client: Client, member: number) => Promise<unknown>>> = {
  conversations: (client, member) => mustCall(client, openConversations(member)),
  "My Crushes": openMyCrushes,
  "unseen crushes": (client, member) => mustCall(client, countUnseen(member)),
  "a page of Browse": (client, member) => mustCall(client, openBrowse(member)),
  search: (client, member) => mustCall(client, searchTexts(member, RARE_WORD)),
  "all crush lists at once": (client, member) => mustCall(client, openAllCrushes(member)),
};

export async function measureHeavyMember(scenes: readonly Scene[]): Promise<Line[]> {
  const times = createSeries();
  await alternate(1 + ROUNDS * OPTIONS.scale, scenes, async ({ installation, client, cast }, run) => {
    for (const [name, act] of Object.entries(ACTS)) {
      for (const who of ["heavy", "light"] as const) {
        const ms = await timed(() => act(client, cast[who]));
        if (run > 0) times.add(installation.name + name + who, ms);
      }
      await pause(PAUSE_MS);
    }
    // As if the minute of the limits of searches and rankings was over.
    if (run % LIMITS_RESET_EACH === 0) await installation.owner().query("update member_usage set ends_at = now()");
  });
  const versions = scenes.map(({ installation }) => installation.name);
  return Object.keys(ACTS).flatMap((name) => {
    const p95 = (version: string, who: string) => quantile(times.of(version + name + who), 0.95);
    for (const version of versions) {
      for (const who of ["heavy", "light"])
        report("heavy member", name, { version, who, ...toQuantiles(times.of(version + name + who)) });
    }
    return [
      { figure: `${name}, heavy member: p95, ms`, goal: "≤ 40", values: versions.map((one) => p95(one, "heavy")) },
      {
        figure: "– of the light member's",
        goal: "≤ 1.5 ×",
        values: versions.map((one) => p95(one, "heavy") / p95(one, "light")),
      },
    ];
  });
}
