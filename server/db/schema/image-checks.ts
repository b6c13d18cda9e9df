import type { Generated, Selectable } from "kysely";
import type { ImageScores } from "#server/adapters/image-checker.ts";

/** Why only its owner sees a photo or an attachment: it waits for the check, or for a person who reviews it. */
export type CheckState = "pending" | "held";

/** What is known of a stored image. The row goes with the image's files. */
export interface ImageChecksTable {
  key: string;
  /** `removed`: by a decision; copies of it are held. */
  state: CheckState | "clear" | "removed";
  requested_at: Generated<Date>;
  /** Checks that have begun. One that dies with its process counts, too. */
  attempts: Generated<number>;
  /** Null for an image that others see unchecked: it was stored while checks were off. */
  checked_at: Date | null;
  /** As 256 zeros and ones. Null, like the quality, until the image is checked. */
  pdq: string | null;
  quality: number | null;
  /** Null if the model could not run. */
  scores: ImageScores | null;
  /** The list with the hash of which it is a copy. */
  match: string | null;
  /** The decision that removed it. */
  decision_id: string | null;
}

/** Hashes of images that are held for review wherever they appear. */
export interface UnwantedImagesTable {
  id: string;
  pdq: string;
  /** The name of a list, or `removed` for images that a decision removed. */
  source: string;
  reason: Generated<string>;
  decision_id: string | null;
  added_at: Generated<Date>;
}

export type ImageCheck = Selectable<ImageChecksTable>;
