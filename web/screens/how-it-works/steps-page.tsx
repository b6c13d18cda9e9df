import { Check } from "lucide-react";
import type { ReactNode } from "react";
import {
  ATTACHMENT_COST,
  COMPLETION_MIN,
  CRUSH_COST,
  FREE_CRUSHES,
  PHOTOS_MAX,
  PROMPTS_MAX,
} from "#contract/limits.ts";
import { spellCrushes } from "#contract/words.ts";
import { EdgePlate } from "#web/domains/site/drawings/edge-plate.tsx";
import { LinkedRings } from "#web/domains/site/drawings/linked-rings.tsx";
import { LoadedBar } from "#web/domains/site/drawings/loaded-bar.tsx";
import site from "#web/domains/site/drawings/site.module.css";
import css from "#web/screens/how-it-works/steps-page.module.css";
import { heartbeatPath } from "#web/ui/brand/beat.ts";
import { PlateFace } from "#web/ui/brand/plate-face.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import { PageMeta } from "#web/ui/page-meta.tsx";

interface Step {
  readonly title: string;
  readonly lead: string;
  readonly facts: readonly string[];
  readonly art: ReactNode;
}

const STEPS: readonly Step[] = [
  {
    title: "Build Your Profile",
    lead: "Show how you train and who you are between sets.",
    facts: [
      `Up to ${PHOTOS_MAX} photos. What they hide, such as where they were taken, is removed.`,
      `How you train, what you look for, and ${PROMPTS_MAX} prompts worth answering.`,
      `From ${COMPLETION_MIN}% on, others find you in browse.`,
      "Your place is rounded to a district before it is kept.",
    ],
    art: <PhotoSlots />,
  },
  {
    title: "Send Crushes",
    lead: "See someone who fits your split? Tell them, with one tap.",
    facts: [
      `You start with ${FREE_CRUSHES} crushes. Sending one spends ${CRUSH_COST}, and the cost is shown before you tap.`,
      "Browse begins with who suits you: shared interests, near by, looking for the same.",
      "They see that you sent it, and can answer whenever they like.",
    ],
    art: <SpentPlate />,
  },
  {
    title: "Match & Connect",
    lead: "They crush you back and the plates lock.",
    facts: [
      "Messages open for the two of you, and only then. Nobody writes to you out of nowhere.",
      `Words are free; a picture costs ${spellCrushes(ATTACHMENT_COST)}.`,
      "Unmatch, block and report are in every chat, and nobody is told.",
    ],
    art: <LinkedRings first="var(--on-photo)" second="var(--ink)" ground="var(--crush)" />,
  },
  {
    title: "Crush Goals Together",
    lead: "Trade programs, book the squat rack, keep each other honest.",
    facts: [
      "Meet in public the first time. A gym that is neither yours nor theirs is a good place.",
      "Ask before you spot. Rest days count as dates.",
      "It did not work out? The gym has room for both of you.",
    ],
    art: <LoadedBar />,
  },
];

/** @param onStart opens the sign-up for visitors and navigates members to the given path */
export function StepsPage({ onStart }: { onStart: (memberPath: string) => void }) {
  return (
    <div className={classNames(site.wrap, css.page)}>
      <PageMeta
        title="How it Works"
        description="Build your profile, send crushes, match and connect, crush goals together: how Spotter works, step by step, and what it costs."
      />
      <header className={css.head}>
        <h1 className={site.hero}>How it Works</h1>
        <p className={classNames(site.lead, css.tag)}>Four plates on the bar. Add them one at a time.</p>
      </header>
      <ol className={css.steps}>
        {STEPS.map(({ title, lead, facts, art }, i) => (
          <li key={title} className={css.step}>
            <div className={css.art} aria-hidden="true">
              <span className={css.number}>{i + 1}</span>
              {art}
            </div>
            <div>
              <h2 className={site.h2}>{title}</h2>
              <p className={classNames(site.lead, css.lead)}>{lead}</p>
              <ul className={css.facts}>
                {facts.map((fact) => (
                  <li key={fact}>
                    <Check aria-hidden="true" />
                    {fact}
                  </li>
                ))}
              </ul>
              {i === 0 && (
                <Button variant="line" className={css.start} onClick={() => onStart("/profile")}>
                  Start Building
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      <section className={css.closing}>
        <h2 className={site.h2}>Ready for the first set?</h2>
        <Button variant="crush" size="lg" className={css.go} onClick={() => onStart("/browse")}>
          Start Crushing
        </Button>
        <p className={css.more}>
          More to ask? <Link to="/faq">Good questions</Link> and <Link to="/safety">safety tips</Link>.
        </p>
      </section>
    </div>
  );
}

/** Decoration: one photo, and the completion bar. */
function PhotoSlots() {
  return (
    <div className={css.frame}>
      <div className={css.slots}>
        <img src="/art/amara.webp" alt="" width="344" height="430" loading="lazy" />
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className={css.track}>
        <i />
      </div>
    </div>
  );
}

const RIM = "color-mix(in srgb, var(--on-crush) 40%, transparent)";
const REMAINING_PLATES = [0, 1, 2, 3] as const;

/** Decoration: one plate beside a bar with four left, joined by a heartbeat. */
function SpentPlate() {
  return (
    <svg viewBox="0 0 420 240" aria-hidden="true">
      <path d="M0 120h214" stroke="var(--steel)" strokeWidth="12" strokeLinecap="round" />
      {REMAINING_PLATES.map((i) => (
        <EdgePlate
          key={i}
          x={36 + 34 * i}
          y={120}
          width={24}
          height={150}
          fill="var(--chalk)"
          rim="color-mix(in srgb, var(--ink) 30%, transparent)"
        />
      ))}
      <path
        d={`M186 120${heartbeatPath(204, 40)}h18`}
        fill="none"
        stroke="var(--crush)"
        strokeWidth="8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <g transform="translate(338 120)">
        <PlateFace radius={80} slot={0} fill="var(--crush)" rim={RIM} ground="var(--iron)" />
      </g>
    </svg>
  );
}
