import type { APIRequestContext, Page } from "@playwright/test";
import type { SceneMembers } from "./members.ts";

/** What a scene is played on: a page that has been nowhere yet, and the people of the run. */
export interface Stage {
  readonly page: Page;
  readonly request: APIRequestContext;
  readonly cast: SceneMembers;
}

/** One screen or dialog in one of its states. */
export interface Scene {
  /** In kebab-case; no other scene has it. */
  readonly name: string;
  /** Brings the page there. Resolves when what there is to see is there. */
  readonly open: (stage: Stage) => Promise<void>;
  /** What the console says of it on purpose. */
  readonly complains?: RegExp;
  /** The widest window that has it, in pixels. */
  readonly upTo?: number;
  /** What is open is another in another window: it is played anew for each width. */
  readonly perWidth?: true;
  /** It goes by itself: time stands still once it is there. */
  readonly fleeting?: true;
  /** A visitor who has never been here. */
  readonly firstVisit?: true;
  /** No page of the app, but a letter as a mail program shows it. */
  readonly isMail?: true;
  /** Another device's than the browser's own. */
  readonly userAgent?: string;
}

/** Scenes of one part of the product, in the order in which one meets them. */
export interface SceneGroup {
  readonly group: string;
  readonly scenes: readonly Scene[];
}

/** The widest window with a phone's chrome. */
export const PHONE_CHROME = 899;
/** Nobody has this id. */
export const NOBODY = "00000000-0000-4000-8000-000000000000";
