import type { Activity } from "./activities.ts";
import type { Emblem, Figure, Identity, Kit, Pose } from "./figure.ts";
import type { Hairstyle } from "./hair.ts";
import { HEADGEAR } from "./headgear.ts";
import { brightness, contrast, isLoud, SCHEMES, type Scheme } from "./palette.ts";
import { at, hash, type Random } from "./random.ts";

/** Only schemes in which skin and hair stand off the field, the halo and the kit. */
export function schemeFor(
  { skin, hairColour, hairstyle }: Identity,
  seed: string,
  shot: number,
  loud: boolean,
): Scheme {
  const fitness = (s: Scheme) =>
    Math.min(
      contrast(s.field, skin.base) / 80,
      contrast(s.halo, skin.base) / 60,
      contrast(s.halo, hairColour.base) / 90,
      contrast(s.field, hairColour.base) / 60,
      contrast(s.top, skin.base) / 75,
      hairstyle === "hijab" ? Math.min(contrast(s.top, s.halo), contrast(s.top, s.field)) / 90 : 9,
    );
  // A brand colour as the whole field: rarely, and on a main photo only.
  const allowed = SCHEMES.filter((s) => (shot === 0 && loud) || !isLoud(s));
  const ranked = allowed.toSorted((one, other) => fitness(other) - fitness(one));
  const fitting = ranked.filter((s, place) => place < 5 || fitness(s) >= 1);
  // The next shot has another field.
  return at(fitting, (hash(`field:${seed}`) + shot * 3) % fitting.length);
}

const KITS: Partial<Record<Activity, readonly Kit[]>> = {
  Boxing: ["tank"],
  Basketball: ["tank"],
  Cycling: ["zip"],
  Hiking: ["tee", "zip", "hoodie"],
  Swimming: ["racer"],
  Dance: ["racer", "tee", "hoodie"],
  Yoga: ["racer", "tank", "tee"],
};
const HER_KITS: readonly Kit[] = ["racer", "tank", "tee"];
const HIS_KITS: readonly Kit[] = ["tank", "tee", "tank"];
const EMBLEMS: readonly Emblem[] = ["stripe", "chevron", "sash", "plain"];
const QUIET_EMBLEMS: readonly Emblem[] = ["plain", "stripe"]; // where straps or a bib cross the chest

const NO_HEADBAND: readonly Hairstyle[] = ["bald", "bob", "long", "wavy", "afro", "flatTop"];
const NO_HEADPHONES: readonly Hairstyle[] = ["afro", "bun", "manBun"];

/** Outfit and pose: from seed and shot. The draws stand in a fixed order. */
export function dress(
  me: Identity,
  activity: Activity,
  colours: Scheme,
  id: string,
  shot: number,
  random: Random,
): Figure {
  const maybe = (chance: number, among: readonly Activity[]) => among.includes(activity) && random.chance(chance);
  const veiled = me.hairstyle === "hijab";
  const bareheaded = !veiled && me.hairstyle !== "turban";
  const geared = bareheaded && HEADGEAR[activity] !== undefined;

  const pose = choosePose(maybe, veiled);
  const kit = chooseKit(me, activity, random);
  const turn = random.pick([-26, -18, 12, 22, -22]);
  const emblem = chooseEmblem(pose, activity, random);
  const eyes = random.chance(0.16) ? "smile" : "open";
  const headband =
    bareheaded &&
    !geared &&
    !NO_HEADBAND.includes(me.hairstyle) &&
    maybe(0.4, ["Tennis", "Running", "Dance", "Basketball", "CrossFit"]);
  const towel = pose === "rest" && maybe(0.5, ["CrossFit", "Dance", "Yoga"]);
  const visor = shot === 0 ? maybe(0.22, ["Cycling", "Hiking"]) : maybe(0.5, ["Cycling", "Hiking", "Running"]);
  const headphones =
    bareheaded &&
    !geared &&
    !headband &&
    pose !== "overhead" &&
    !NO_HEADPHONES.includes(me.hairstyle) &&
    maybe(0.3, ["Running", "Dance", "Weightlifting", "CrossFit"]);
  // The scarf has the kit's colour, and the kit is muted.
  const scheme = veiled
    ? { ...colours, top: brightness(colours.top) < 150 ? "#EFE3CC" : "#2B343C", trim: colours.top }
    : colours;
  return {
    ...me,
    glasses: me.glasses && !geared && !visor,
    id,
    scheme,
    scarf: colours.top,
    activity,
    pose,
    kit,
    emblem,
    turn,
    eyes,
    geared,
    headband,
    headphones,
    visor,
    towel,
  };
}

function choosePose(maybe: (chance: number, among: readonly Activity[]) => boolean, veiled: boolean): Pose {
  if (maybe(0.6, ["Yoga", "Dance"]) && !veiled) return "overhead";
  if (maybe(0.36, ["CrossFit", "Running", "Dance", "Boxing", "Tennis", "Basketball"])) return "crossed";
  return "rest";
}

function chooseKit({ hairstyle, feminine }: Identity, activity: Activity, random: Random): Kit {
  if (hairstyle === "hijab" || (activity === "Swimming" && !feminine)) return "zip";
  return random.pick(KITS[activity] ?? (feminine ? HER_KITS : HIS_KITS));
}

function chooseEmblem(pose: Pose, activity: Activity, random: Random): Emblem {
  if (pose !== "rest") return "plain";
  return random.pick(["Hiking", "Running", "Rock Climbing"].includes(activity) ? QUIET_EMBLEMS : EMBLEMS);
}
