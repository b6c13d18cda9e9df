import { ArrowRight } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { BrandScreen } from "#web/features/onboarding/brand-screen.tsx";
import { Features } from "#web/features/onboarding/features.tsx";
import css from "#web/features/onboarding/onboarding.module.css";
import { useSwipe } from "#web/features/onboarding/use-swipe.ts";
import { Welcome } from "#web/features/onboarding/welcome.tsx";
import typography from "#web/ui/typography.module.css";

/** The ways out. */
export interface OnboardingProps {
  readonly onSkip: () => void;
  readonly onSignup: () => void;
  readonly onLogin: () => void;
}

const NAMES = ["Spotter", "Built for people who train", "Meet someone who trains"] as const;
const LAST = NAMES.length - 1;

/**
 * Three screens to swipe through, or to go through by buttons and arrow keys; Escape skips.
 * @param art what is drawn on the last one
 */
export function Onboarding({ onSkip, onSignup, onLogin, art }: OnboardingProps & { art: ReactNode }) {
  const [at, setAt] = useState(0);
  const screens = useRef<HTMLDivElement>(null);
  const within = (to: number) => Math.min(LAST, Math.max(0, to));
  const go = (to: number) => setAt(within(to));
  const swipe = useSwipe((steps) => setAt((now) => within(now + steps)), { first: at === 0, last: at === LAST });
  const next = () => {
    go(at + 1);
    // The button goes with the last step; what it led to takes the focus.
    if (at + 1 === LAST)
      requestAnimationFrame(() => screens.current?.querySelector<HTMLElement>("[data-shown=true] h1")?.focus());
  };
  const press = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === "Escape") onSkip();
    else if (key === "ArrowRight") go(at + 1);
    else if (key === "ArrowLeft") go(at - 1);
  });
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  useEffect(() => {
    // Only the first screen is in the brand's colour, and the browser's bars with it: `cover.module.css`.
    document.documentElement.dataset["onboarding"] = at === 0 ? "" : NAMES[at];
  }, [at]);
  const drawn = [
    <BrandScreen key="brand" heading />,
    <Features key="features" />,
    <Welcome key="welcome" art={art} onSignup={onSignup} onLogin={onLogin} />,
  ];
  return (
    <div ref={screens} className={css.onboarding} data-at={at}>
      <div
        className={css.track}
        data-dragging={swipe.dragged !== undefined}
        style={{ transform: `translateX(calc(${-at * 100}% + ${swipe.dragged ?? 0}px))` }}
        {...swipe.handlers}
      >
        {drawn.map((screen, i) => (
          <div key={NAMES[i]} className={css.screen} inert={i !== at} data-shown={i === at}>
            {screen}
          </div>
        ))}
      </div>
      <p role="status" className={typography.hidden}>
        {at > 0 && `Screen ${at + 1} of 3, ${NAMES[at]}`}
      </p>
      <div className={css.dots}>
        {NAMES.map((name, i) => (
          <button
            key={name}
            type="button"
            className={css.dot}
            aria-label={`Screen ${i + 1} of 3, ${name}`}
            aria-current={i === at ? "step" : undefined}
            onClick={() => go(i)}
          />
        ))}
      </div>
      {at < LAST && (
        <>
          <button type="button" className={css.skip} onClick={onSkip}>
            Skip
          </button>
          <button type="button" aria-label="Next" className={css.next} onClick={next}>
            <ArrowRight aria-hidden="true" />
          </button>
        </>
      )}
    </div>
  );
}
