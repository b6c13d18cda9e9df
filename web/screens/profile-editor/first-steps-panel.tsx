import { type ReactNode, useEffect, useId, useRef } from "react";
import { COMPLETION_MIN, INTERESTS_MIN } from "#contract/limits.ts";
import type { OwnProfile } from "#contract/members/profiles.ts";
import { FIRST_STEPS, type FirstStep, isAnswered, useFirstSteps } from "#web/screens/profile-editor/first-steps.ts";
import {
  GenderCard,
  InterestsCard,
  LocationCard,
  PhotoCard,
  type StepProps,
} from "#web/screens/profile-editor/first-steps-cards.tsx";
import css from "#web/screens/profile-editor/first-steps-panel.module.css";
import { StepPlates } from "#web/ui/brand/step-plates.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

interface Question {
  readonly title: string;
  readonly text: string;
  readonly Card: (props: StepProps) => ReactNode;
}

const QUESTIONS: Record<FirstStep, Question> = {
  gender: {
    title: "Who are you, and who do you want to see?",
    text: "Others cannot see what you choose under Show me.",
    Card: GenderCard,
  },
  location: {
    title: "Where do you live?",
    text: "Others see the name of your town, and roughly how far away it is.",
    Card: LocationCard,
  },
  photo: {
    title: "One photo of you",
    text: "People look at it first. You can add more below.",
    Card: PhotoCard,
  },
  interests: {
    title: "What do you like to do?",
    text: `Pick ${INTERESTS_MIN} or more. They decide whom you meet first.`,
    Card: InterestsCard,
  },
};

const STEPS = FIRST_STEPS.length;

/** One at a time. Each answer is saved at once. */
export function FirstSteps({ own, onSaved }: { own: OwnProfile; onSaved: () => void }) {
  const { isShown, step, skip } = useFirstSteps(own);
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const wasUsed = useRef(false);
  const lastStep = useRef(step);
  useEffect(() => {
    if (lastStep.current === step) return;
    lastStep.current = step;
    // The control that was used is gone. A question that was answered in the form below moves no focus.
    if (wasUsed.current && document.activeElement === document.body) heading.current?.focus();
    wasUsed.current = false;
  }, [step]);
  if (!isShown) return null;

  const number = step ? FIRST_STEPS.indexOf(step) : STEPS;
  const question = step && QUESTIONS[step];
  return (
    <section aria-labelledby={headingId} className={classNames(css.panel, card.card)}>
      <div className={css.question}>
        <StepPlates
          label="First steps"
          step={number}
          steps={STEPS}
          isDone={(one) => FIRST_STEPS[one] !== undefined && isAnswered(own, FIRST_STEPS[one])}
        />
        <h2 id={headingId} ref={heading} tabIndex={-1} className={classNames(typography.display, typography.d24)}>
          {question && <span className={typography.hidden}>{`Question ${number + 1} of ${STEPS}: `}</span>}
          {question ? question.title : "Ready for Browse"}
        </h2>
        <p className={css.text}>{question ? question.text : describeEnd(own)}</p>
      </div>
      {question ? (
        <question.Card
          key={step}
          own={own}
          onUsed={() => {
            wasUsed.current = true;
          }}
          onSaved={onSaved}
          onSkip={() => {
            wasUsed.current = true;
            skip(step);
          }}
        />
      ) : (
        <div className={css.answer}>
          <ButtonLink to="/browse" size="lg">
            Browse
          </ButtonLink>
          {own.profile.photos.length > 0 && !own.isVerified && (
            <ButtonLink variant="text" size="lg" to="/get-verified">
              Get verified
            </ButtonLink>
          )}
        </div>
      )}
    </section>
  );
}

function describeEnd({ profile }: OwnProfile): string {
  return profile.completion >= COMPLETION_MIN
    ? "People can find you now. In Browse, each card says why somebody may suit you."
    : `In Browse, each card says why somebody may suit you. Others find you once your profile is at ${COMPLETION_MIN}%.`;
}
