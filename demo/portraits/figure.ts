import type { Activity } from "./activities.ts";
import type { Hairstyle } from "./hair.ts";
import type { HairColour, Scheme, Skin } from "./palette.ts";

export type Beard = "none" | "stubble" | "full" | "moustache";
export type Mouth = "lips" | "grin" | "smile";
export type Kit = "tank" | "racer" | "tee" | "zip" | "hoodie";
export type Emblem = "plain" | "stripe" | "chevron" | "sash";
export type Pose = "rest" | "overhead" | "crossed";

/** Features that all portraits of one member share. Lengths are in page units. */
export interface Identity {
  feminine: boolean;
  skin: Skin;
  hairstyle: Hairstyle;
  hairColour: HairColour;
  beard: Beard;
  /** Half the width of the face. */
  halfWidth: number;
  /** The jaw's width as a share of the face's. */
  jaw: number;
  eyeWidth: number;
  eyeHeight: number;
  eyeTilt: number;
  browWidth: number;
  iris: string;
  glasses: boolean;
  earring: boolean;
  blush: boolean;
  freckles: boolean;
  /** Lines around eyes and mouth, from 45. */
  lines: boolean;
  mouth: Mouth;
}

/** A member on one picture. */
export interface Figure extends Identity {
  id: string;
  scheme: Scheme;
  scarf: string;
  activity: Activity;
  pose: Pose;
  kit: Kit;
  emblem: Emblem;
  /** How far the face turns aside, in page units. */
  turn: number;
  eyes: "open" | "smile";
  /** Whether the activity's cap or helmet is worn. */
  geared: boolean;
  headband: boolean;
  headphones: boolean;
  visor: boolean;
  towel: boolean;
}
