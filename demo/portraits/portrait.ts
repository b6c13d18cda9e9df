import { ACTIVITIES, isActivity } from "./activities.ts";
import { arms } from "./arms.ts";
import { MOTIFS } from "./backgrounds.ts";
import type { Figure } from "./figure.ts";
import { head } from "./head.ts";
import { identify, type Presentation } from "./identity.ts";
import { dress, schemeFor } from "./outfit.ts";
import type { Scheme } from "./palette.ts";
import { print } from "./paper.ts";
import { PROPS, WORN } from "./props.ts";
import { at, hash, type Random, randomFrom } from "./random.ts";
import { group, MIRRORED, round1 } from "./svg.ts";
import { torso } from "./torso.ts";

export interface PortraitWish {
  /** The same seed is the same person, on every machine. */
  seed: string;
  gender: Presentation;
  /** A member's interests; the first one that has a motif is drawn. None: the seed chooses. */
  activities: readonly string[];
  /** Such as "26-35". Only the first number counts: hair greys from 45, more so from 53. */
  ageBand: string;
  /** 0 is the main photo; another number is the same person in another outfit and poster. */
  shot?: number;
}

/** A poster of one person as an SVG document of 1080 by 1350. Its ids are its own: it may be inlined beside others. */
export function portrait({ seed, gender, activities, ageBand, shot = 0 }: PortraitWish): string {
  const who = randomFrom(`who:${seed}`);
  const random = randomFrom(`shot:${seed}:${shot}`);
  const id = `p${hash(`${seed}|${shot}`).toString(36)}`;
  const known = activities.filter(isActivity);
  const activity = known.length > 0 ? at(known, shot % known.length) : who.pick(ACTIVITIES);

  who.next(); // was the skin tone, which skinTone() reads from the same seed
  const identity = identify(who, seed, gender, Number.parseInt(ageBand, 10) || 30);
  const scheme = schemeFor(identity, seed, shot, who.chance(0.3));
  const figure = dress(identity, activity, scheme, id, shot, random);
  return compose(figure, scheme, shot, random);
}

/** Sets the camera and puts the layers together. The motif keeps the poster's colours, whatever the figure wears. */
function compose(p: Figure, poster: Scheme, shot: number, random: Random): string {
  const zoom = chooseZoom(p, shot, random);
  // Shot 0 keeps the face inside the top centred square (the avatar); later ones may stand aside.
  const aside = shot === 0 ? random.between(-14, 14) : random.between(-70, 70);
  const lowered = p.pose === "overhead" ? 48 : shot === 0 ? 28 : 44;
  const neck = `translate(540 506) rotate(${round1(random.between(-3.5, 3.5))} 0 240)`;
  const flip = random.chance(0.5) ? MIRRORED : "translate(0 0)";

  const prop = p.pose === "rest" && !p.towel ? PROPS[p.activity](p.scheme, random) : "";
  const worn = WORN.includes(p.activity);
  const bib = p.activity === "Running" && prop !== ""; // its numerals must not be mirrored
  const scale = bib ? 1.04 : p.activity === "Weightlifting" ? 1.08 : round1(zoom * 100) / 100;
  const camera = (...parts: string[]) =>
    group(
      `translate(${round1(540 + (bib ? 0 : aside))} ${450 + lowered}) scale(${scale}) translate(-540 -450)`,
      ...parts,
    );

  const { defs: headDefs, back, face, front } = head(p);
  const { defs: bodyDefs, body } = torso(p);
  const limbs = arms(p);
  const inside = worn && !bib ? prop : "";
  const person =
    camera(limbs.back, group(neck, back), body, group(neck, face, front), limbs.front, inside) + (worn ? "" : prop);
  const drawing = group(flip, MOTIFS[p.activity](poster, random) + person) + (bib ? camera(prop) : "");
  return print(p.id, random, poster.field, drawing, headDefs + bodyDefs);
}

function chooseZoom({ pose, activity }: Figure, shot: number, random: Random): number {
  const close = random.next() < 0.3 && activity !== "Weightlifting";
  if (pose === "overhead") return 1;
  if (shot > 0) return random.pick([1.12, 1.34, 1.46]);
  return close ? random.between(1.28, 1.36) : random.between(1.1, 1.2);
}
