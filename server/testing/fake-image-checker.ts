import sharp from "sharp";
import type { CheckedImage, ImageChecker, ImageScores } from "#server/platform/adapters/image-checker.ts";
import { hashPicture, type PdqHash } from "#server/platform/lib/pdq.ts";

export const HARMLESS: ImageScores = { drawing: 0.05, hentai: 0.01, neutral: 0.8, porn: 0.02, sexy: 0.12 };
export const EXPLICIT: ImageScores = { drawing: 0.01, hentai: 0.01, neutral: 0.02, porn: 0.93, sexy: 0.03 };
/** A picture of somebody at a pool. */
export const SPORTY: ImageScores = { drawing: 0.01, hentai: 0.01, neutral: 0.1, porn: 0.08, sexy: 0.8 };

/** The test sets the scores. Hashes are real. */
export interface FakeImageChecker extends ImageChecker {
  /** Undefined: the model cannot run. An error: the check fails. */
  sees: ImageScores | Error | undefined;
  /** Lets checks wait until the returned function is called. */
  pause(): () => void;
  readonly begun: number;
}

export async function hashImage(image: Buffer): Promise<PdqHash> {
  const scaled = sharp(image).resize({ width: 512, height: 512, fit: "inside", withoutEnlargement: true });
  const { data, info } = await scaled.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return hashPicture({ data, width: info.width, height: info.height });
}

export function createFakeImageChecker(): FakeImageChecker {
  let paused: Promise<void> | undefined;
  let begun = 0;
  const checker = {
    sees: HARMLESS as FakeImageChecker["sees"],
    pause() {
      const { promise, resolve } = Promise.withResolvers<void>();
      paused = promise;
      return () => {
        paused = undefined;
        resolve();
      };
    },
    get begun() {
      return begun;
    },
    async check(image: Buffer): Promise<CheckedImage> {
      begun++;
      await paused;
      const { sees } = checker;
      if (sees instanceof Error) throw sees;
      return { pdq: await hashImage(image), scores: sees };
    },
    stop: () => Promise.resolve(),
  };
  return checker;
}
