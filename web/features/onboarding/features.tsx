import type { ReactNode } from "react";
import css from "#web/features/onboarding/features.module.css";
import { PlateFace } from "#web/ui/brand/plate-face.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** The second screen: what is different here. */
export function Features() {
  return (
    <div className={css.features}>
      <h1 className={classNames(typography.display, css.title)}>Built for people who train</h1>
      <ul className={css.list}>
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
    <li className={css.feature}>
      <svg
        className={css.icon}
        viewBox="0 0 48 52"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
      <div>
        <p className={css.name}>{name}</p>
        <p className={typography.muted}>{text}</p>
      </div>
    </li>
  );
}
