import { useEffect, useEffectEvent, useState } from "react";
import { COMPLETION_MIN } from "#contract/limits.ts";
import { completionPoints } from "#contract/members/completion.ts";
import type { OwnProfile } from "#contract/members/profiles.ts";
import { toCompletionInput, toFormValues } from "#web/domains/members/profile-form.ts";

export const FIRST_STEPS = ["gender", "location", "photo", "interests"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export function isAnswered(own: OwnProfile, step: FirstStep): boolean {
  if (step === "gender") return own.profile.gender !== "";
  return completionPoints[step](toCompletionInput(toFormValues(own), own.profile.photos.length));
}

/** For this tab, once the steps have begun. */
export interface FirstStepsState {
  readonly memberId: string;
  readonly skipped: readonly FirstStep[];
  /** The page was left after the last question. */
  readonly isOver: boolean;
}

/** Undefined after the last question. */
export const getCurrentStep = (own: OwnProfile, { skipped }: FirstStepsState): FirstStep | undefined =>
  FIRST_STEPS.find((step) => !isAnswered(own, step) && !skipped.includes(step));

/**
 * They begin for a member whom others cannot find yet. Then they stay to the end, also when the profile becomes
 * complete enough on the way.
 */
export function getFirstSteps(own: OwnProfile, stored: FirstStepsState | undefined): FirstStepsState | undefined {
  if (stored?.memberId === own._id) return stored.isOver ? undefined : stored;
  const begun = { memberId: own._id, skipped: [], isOver: false };
  return own.profile.completion < COMPLETION_MIN && getCurrentStep(own, begun) ? begun : undefined;
}

const STORAGE_KEY = "firstSteps";

function readStored(): FirstStepsState | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY);
  return text === null ? undefined : (JSON.parse(text) as FirstStepsState);
}

const store = (state: FirstStepsState): void => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(state));

export const areFirstStepsDue = (own: OwnProfile): boolean => getFirstSteps(own, readStored()) !== undefined;

/** Decided when the page was opened. Skipped questions are kept for this tab. */
export function useFirstSteps(own: OwnProfile) {
  const [state, setState] = useState(() => getFirstSteps(own, readStored()));
  const step = state && getCurrentStep(own, state);
  useEffect(() => {
    if (state) store(state);
  }, [state]);
  const leave = useEffectEvent(() => {
    if (state && !step) store({ ...state, isOver: true });
  });
  useEffect(() => () => leave(), []);
  return {
    isShown: state !== undefined,
    step,
    skip: (skipped: FirstStep) => setState((now) => now && { ...now, skipped: [...now.skipped, skipped] }),
  };
}
