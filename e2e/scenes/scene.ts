import type { APIRequestContext, Page } from "@playwright/test";
import type { SceneMembers } from "./members.ts";

export interface Stage {
  readonly page: Page;
  readonly request: APIRequestContext;
  readonly cast: SceneMembers;
  readonly origin: string;
}

export interface Scene {
  /** In kebab-case; unique. */
  readonly name: string;
  /** Opens the scene. Resolves when its content is visible. */
  readonly open: (stage: Stage) => Promise<void>;
  readonly expectedMessages?: RegExp;
  /** The maximum width of a window that has this scene, in pixels. */
  readonly upTo?: number;
  /** The scene depends on the width of the window, and is opened again for each one. */
  readonly perWidth?: true;
  /** The scene disappears by itself, so the clock is paused once it is open. */
  readonly isTemporary?: true;
  readonly firstVisit?: true;
  /** An HTML email instead of a page of the app. */
  readonly isMail?: true;
  readonly userAgent?: string;
}

/** Scenes of one part of the product, in the order in which a member encounters them. */
export interface SceneGroup {
  readonly group: string;
  readonly scenes: readonly Scene[];
}

/** The maximum width of a window with a phone's navigation, in pixels. */
export const PHONE_CHROME = 899;
/** An id that no member has. */
export const NOBODY = "00000000-0000-4000-8000-000000000000";
