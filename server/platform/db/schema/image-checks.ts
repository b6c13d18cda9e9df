import type { Generated, Selectable } from "kysely";
import type { ImageScores } from "#server/platform/adapters/image-checker.ts";

export type CheckState = "pending" | "held";

/** The row goes with the image's files. */
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
  /** The list with the hash of which it is a copy. Others see a copy that was stored before the removed image. */
  match: string | null;
  /** The lists with a copy of it, or `removed`, in spite of which a person has decided to show it. */
  shown_matches: Generated<string[]>;
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
  holds_from: Date | null;
  /** The comparison with the images that were stored before; its row is deleted some time after it has finished. */
  comparison_id: string | null;
}

/** Hashes that were added together, on their way through the images that were stored before them. */
export interface ImageComparisonsTable {
  id: string;
  /** As in `unwanted_images`. */
  source: string;
  /** How many they were. Comparisons with fewer go first. */
  hashes: number;
  requested_at: Generated<Date>;
  cursor: Generated<string>;
  images: Generated<number>;
  /** Images that it has held, or found in review and added to their case. */
  held: Generated<number>;
  /** The run that works on it. A run that was killed loses its claim by time. */
  claimed_by: string | null;
  claimed_until: Date | null;
  finished_at: Date | null;
}

/** An image that its owner has deleted, and that is kept because of a case or a decision. */
export interface EvidenceImagesTable {
  key: string;
  kept_since: Generated<Date>;
}

export type ImageCheck = Selectable<ImageChecksTable>;
