import { LEVELED_SPORTS_MAX } from "#contract/limits.ts";
import type { TrainingWeek } from "#contract/training/training.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import type { LeveledSport, TrainingUpdate } from "#contract/training/training-form.ts";
import { DAY_PARTS } from "#contract/training/training-week.ts";
import type { FormErrors } from "#web/ui/form.ts";

export interface TrainingValues {
  parts: number[];
  sports: LeveledSport[];
  isShared: boolean;
  /** To the current text, now or earlier. */
  hasAgreed: boolean;
}

export const toTrainingValues = (week: TrainingWeek | null): TrainingValues => ({
  parts: week?.parts ?? [],
  sports: week?.sports ?? [],
  isShared: week?.isShared ?? true,
  hasAgreed: week?.consentVersion === TRAINING_CONSENT_VERSION,
});

export const toTrainingUpdate = ({ parts, sports, isShared }: TrainingValues): TrainingUpdate => ({
  parts,
  sports,
  isShared,
  consentVersion: TRAINING_CONSENT_VERSION,
});

export const validateTraining = ({ parts, sports, hasAgreed }: TrainingValues): FormErrors<TrainingValues> => ({
  ...(parts.length + sports.length === 0 && { parts: "Mark a time first, or add a sport." }),
  ...(!hasAgreed && { hasAgreed: "Please agree first. Without your yes, nothing is kept." }),
});

const inOrder = (parts: Iterable<number>): number[] => [...new Set(parts)].sort((a, b) => a - b);

export const addParts = (parts: readonly number[], more: readonly number[]): number[] => inOrder([...parts, ...more]);

export const removeParts = (parts: readonly number[], less: readonly number[]): number[] =>
  parts.filter((part) => !less.includes(part));

/** While there is room. Sports that are there keep their level. */
export const addSports = (sports: readonly LeveledSport[], more: readonly LeveledSport[]): LeveledSport[] =>
  [...sports, ...more.filter(({ sport }) => sports.every((one) => one.sport !== sport))].slice(0, LEVELED_SPORTS_MAX);

const on = (days: readonly number[], parts: readonly number[]): number[] =>
  days.flatMap((day) => parts.map((part) => day * DAY_PARTS.length + part));

const WORKDAYS = [0, 1, 2, 3, 4];

/** Usual times, to begin with. */
export const PRESETS = [
  { label: "Mornings", parts: on(WORKDAYS, [0, 1]) },
  { label: "After work", parts: on(WORKDAYS, [4]) },
  { label: "Weekends", parts: on([5, 6], [1, 2]) },
] as const;
