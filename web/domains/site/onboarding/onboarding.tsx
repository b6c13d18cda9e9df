import { ArrowRight } from "lucide-react";
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { BrandScreen } from "#web/domains/site/onboarding/brand-screen.tsx";
import featuresCss from "#web/domains/site/onboarding/features.module.css";
import css from "#web/domains/site/onboarding/onboarding.module.css";
import { PlateFace } from "#web/ui/brand/plate-face.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

export interface OnboardingProps {
  readonly onSkip: () => void;
  readonly onSignup: () => void;
  readonly onLogin: () => void;
}

const NAMES = ["Spotter", "Built for people who train", "Meet someone who trains"] as const;
const LAST = NAMES.length - 1;

const SWIPE_MIN = 50;
/** Pixels after which the direction of a movement is decided. */
const DIRECTION_THRESHOLD = 8;
/** For a swipe beyond the first or last screen. */
const RESISTANCE = 0.3;

/**
 * @param turn called with 1 for the next page, -1 for the previous one
 * @returns the pixels dragged so far, undefined without a drag, and the event handlers
 */
function useSwipe(turn: (steps: 1 | -1) => void, { first, last }: { first: boolean; last: boolean }) {
  /** A ref, because the state may not be updated yet when the pointer is released. */
  const start = useRef<{ id: number; x: number; y: number; dragging: boolean }>(null);
  const [dragged, setDragged] = useState<number>();
  const isBeyondEdge = (distance: number) => (distance > 0 ? first : last);

  const end = () => {
    start.current = null;
    setDragged(undefined);
  };
  const handlers = {
    onPointerDown({ isPrimary, button, pointerId: id, clientX: x, clientY: y }: PointerEvent) {
      if (isPrimary && button === 0) start.current = { id, x, y, dragging: false };
    },
    onPointerMove({ pointerId, clientX, clientY, currentTarget }: PointerEvent) {
      const from = start.current;
      if (from?.id !== pointerId) return;
      const [x, y] = [clientX - from.x, clientY - from.y];
      if (!from.dragging) {
        if (Math.abs(x) < DIRECTION_THRESHOLD) return;
        // A vertical movement scrolls instead.
        if (Math.abs(y) > Math.abs(x)) return end();
        from.dragging = true;
        currentTarget.setPointerCapture(pointerId);
      }
      setDragged(isBeyondEdge(x) ? x * RESISTANCE : x);
    },
    onPointerUp({ pointerId, clientX }: PointerEvent) {
      const from = start.current;
      if (from?.id !== pointerId) return;
      const distance = clientX - from.x;
      if (from.dragging && Math.abs(distance) >= SWIPE_MIN && !isBeyondEdge(distance)) turn(distance < 0 ? 1 : -1);
      end();
    },
    onPointerCancel: end,
  };
  return { dragged, handlers };
}

/** Changed by swipes, buttons or arrow keys. Escape skips. @param art the illustration of the last screen */
export function Onboarding({ onSkip, onSignup, onLogin, art }: OnboardingProps & { art: ReactNode }) {
  const [at, setAt] = useState(0);
  const screens = useRef<HTMLDivElement>(null);
  const clamp = (to: number) => Math.min(LAST, Math.max(0, to));
  const goTo = (to: number) => setAt(clamp(to));
  const swipe = useSwipe((steps) => setAt((now) => clamp(now + steps)), { first: at === 0, last: at === LAST });
  const next = () => {
    goTo(at + 1);
    // The button is removed on the last screen, so the new heading takes the focus.
    if (at + 1 === LAST)
      requestAnimationFrame(() => screens.current?.querySelector<HTMLElement>("[data-shown=true] h1")?.focus());
  };
  const handleKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === "Escape") onSkip();
    else if (key === "ArrowRight") goTo(at + 1);
    else if (key === "ArrowLeft") goTo(at - 1);
  });
  useEffect(() => {
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
  useEffect(() => {
    // On the first screen the browser's bars take the brand color, see `cover.module.css`.
    document.documentElement.dataset["onboarding"] = at === 0 ? "" : NAMES[at];
  }, [at]);
  const slides = [
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
        {slides.map((screen, i) => (
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
            onClick={() => goTo(i)}
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

function Welcome({ art, onSignup, onLogin }: { art: ReactNode; onSignup: () => void; onLogin: () => void }) {
  return (
    <div className={css.welcome}>
      <div className={css.art}>{art}</div>
      <div className={css.actions}>
        <h1 tabIndex={-1} className={classNames(typography.display, css.title)}>
          Meet someone who trains
        </h1>
        <Button variant="crush" size="lg" wide className={css.way} onClick={onSignup}>
          CREATE ACCOUNT
        </Button>
        <Button variant="line" size="lg" wide className={css.way} onClick={onLogin}>
          I ALREADY HAVE AN ACCOUNT
        </Button>
      </div>
    </div>
  );
}

function Features() {
  return (
    <div className={featuresCss.features}>
      <h1 className={classNames(typography.display, featuresCss.title)}>Built for people who train</h1>
      <ul className={featuresCss.list}>
        <Feature name="Profiles with real training" text="Splits, numbers, rest days. Small talk comes pre-loaded.">
          <path d="M10 8h28v36H10z" stroke="currentColor" strokeWidth="4" />
          <circle cx="24" cy="21" r="5" fill="var(--crush)" />
          <path d="M16 36c2-6 14-6 16 0" stroke="currentColor" strokeWidth="4" />
        </Feature>
        <Feature name="Crushes, not swipes" text="Each one costs a plate, so people mean it.">
          <g transform="translate(24 26)">
            <PlateFace radius={20} slot={0} fill="var(--crush)" rim="var(--crush-pressed)" ground="var(--bg)" />
          </g>
        </Feature>
        <Feature name="Chat only after a match" text="Nobody gets to you unless you crush back.">
          <circle cx="16" cy="26" r="12.5" stroke="var(--crush)" strokeWidth="5" />
          <circle cx="32" cy="26" r="12.5" stroke="var(--bg)" strokeWidth="8" />
          <circle cx="32" cy="26" r="12.5" stroke="currentColor" strokeWidth="5" />
          <path d="M18.1 13.7A12.5 12.5 0 0 1 27.9 22.2" stroke="var(--bg)" strokeWidth="8" />
          <path d="M16.8 13.5A12.5 12.5 0 0 1 28.2 23.2" stroke="var(--crush)" strokeWidth="5" />
        </Feature>
        <Feature name="Safe by default" text="Your district, never a pin. Block and report anywhere.">
          <path d="M24 6l17 6v13c0 10-8 16-17 19C15 41 7 35 7 25V12z" fill="var(--volt)" />
          <path d="M16 25l6 6 11-12" stroke="var(--on-volt)" strokeWidth="5" />
        </Feature>
      </ul>
    </div>
  );
}

function Feature({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <li className={featuresCss.feature}>
      <svg
        className={featuresCss.icon}
        viewBox="0 0 48 52"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
      <div>
        <p className={featuresCss.name}>{name}</p>
        <p className={typography.muted}>{text}</p>
      </div>
    </li>
  );
}
