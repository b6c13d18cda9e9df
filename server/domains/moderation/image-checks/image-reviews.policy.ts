import type { Config } from "#server/config.ts";
import type { CheckedImage } from "#server/platform/adapters/image-checker.ts";

/** `unchecked`: nothing looked at it. */
export type HoldReason = "known" | "explicit" | "unchecked";

/** A member's report weighs 1. */
export const WEIGHTS: Readonly<Record<HoldReason, number>> = { known: 8, explicit: 2, unchecked: 1 };

/**
 * Only the explicit classes count. "Sexy" does not: it is what people in sports clothes and at a pool look like to the
 * model.
 * @param checked undefined if all attempts failed
 * @param match the list that has a copy of it
 */
export function holdReason(
  checked: CheckedImage | undefined,
  match: string | undefined,
  { imageChecks, imageCheckThreshold }: Pick<Config, "imageChecks" | "imageCheckThreshold">,
): HoldReason | undefined {
  if (match !== undefined) return "known";
  if (!checked) return "unchecked";
  if (!checked.scores) return imageChecks === "required" ? "unchecked" : undefined;
  const { porn, hentai } = checked.scores;
  return Math.max(porn, hentai) >= imageCheckThreshold ? "explicit" : undefined;
}
