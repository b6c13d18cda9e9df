import { join } from "node:path";
import { AUSTIN } from "#demo/members/austin.ts";
import { AUSTIN_EAST } from "#demo/members/austin-east.ts";
import { AUSTIN_SUBURBS } from "#demo/members/austin-suburbs.ts";
import { BAY_AREA } from "#demo/members/bay-area.ts";
import { BOSTON } from "#demo/members/boston.ts";
import { CHICAGO } from "#demo/members/chicago.ts";
import { COLORADO } from "#demo/members/colorado.ts";
import { LOS_ANGELES } from "#demo/members/los-angeles.ts";
import type { Draft } from "#demo/members/member-input.ts";
import { NEW_YORK } from "#demo/members/new-york.ts";
import { NORTHWEST } from "#demo/members/northwest.ts";
import { SOUTH } from "#demo/members/south.ts";

export interface DemoMember extends Omit<Draft, "photos" | "prompts"> {
  prompts: { question: string; answer: string }[];
  photos: { file: string; alt: string }[];
}

const PHOTOS = join(import.meta.dirname, "../photos");

const toMember = ({ photos, prompts, ...profile }: Draft): DemoMember => ({
  ...profile,
  prompts: prompts.map(([question, answer]) => ({ question, answer })),
  photos: photos.map((alt, i) => ({
    file: join(PHOTOS, `${profile.username}-${i + 1}.webp`),
    alt: `Illustration: ${alt}`,
  })),
});

const [login, ...neighbors] = AUSTIN;

/** The member that the demo login opens as. */
export const DEMO_LOGIN: DemoMember = toMember(login);

/**
 * The 60 demo members. The demo login and the members near it come first, so that it has company with a smaller number,
 * too.
 */
export const CAST: readonly DemoMember[] = [
  DEMO_LOGIN,
  ...[
    neighbors,
    AUSTIN_SUBURBS,
    AUSTIN_EAST,
    NEW_YORK,
    BAY_AREA,
    COLORADO,
    CHICAGO,
    NORTHWEST,
    LOS_ANGELES,
    SOUTH,
    BOSTON,
  ]
    .flat()
    .map(toMember),
];

/** The account for demonstrations. Printed at the start; exists in demo data folders only. */
export const DEMO_CREDENTIALS = { email: "sam@demo.example", password: "spot me please" };
