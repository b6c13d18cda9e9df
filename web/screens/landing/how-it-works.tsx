import { Check, Square } from "lucide-react";
import { CRUSH_COST } from "#contract/limits.ts";
import { formatCrushes } from "#contract/words.ts";
import { LinkedRings } from "#web/domains/site/drawings/linked-rings.tsx";
import { LoadedBar } from "#web/domains/site/drawings/loaded-bar.tsx";
import site from "#web/domains/site/drawings/site.module.css";
import css from "#web/screens/landing/how-it-works.module.css";
import { FivePlates } from "#web/ui/brand/five-plates.tsx";
import { PlateFace } from "#web/ui/brand/plate-face.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";

/** Each plate is taller than the last. */
export function HowItWorks() {
  return (
    <section className={css.how} id="how-it-works" tabIndex={-1} aria-labelledby="how-it-works-title">
      <div className={classNames(site.wrap, site.head, css.head)}>
        <h2 className={site.h2} id="how-it-works-title">
          How it Works
        </h2>
        <p className={site.lead}>Four plates on the bar. Add them one at a time.</p>
      </div>
      <div className={css.load}>
        <span className={css.bar} />
        <ol className={classNames(site.wrap, css.row)}>
          <Build />
          <Send />
          <Connect />
          <Goals />
        </ol>
      </div>
    </section>
  );
}

function Build() {
  return (
    <li className={css.step}>
      <StepNumber>1</StepNumber>
      <div className={css.slots} aria-hidden="true">
        <img src="/art/slot.webp" alt="" width="40" height="50" loading="lazy" />
        <i />
        <i />
      </div>
      <div>
        <h3 className={site.h3}>Build Your Profile</h3>
        <p>Six photos, how you train, three prompts worth answering.</p>
        <Button variant="line" className={css.build} data-to="/profile">
          Start Building
        </Button>
      </div>
    </li>
  );
}

function Send() {
  return (
    <li className={css.step}>
      <StepNumber>2</StepNumber>
      <svg className={css.drawing} viewBox="-60 -60 120 120" aria-hidden="true">
        <PlateFace
          radius={58}
          slot={0}
          fill="var(--crush)"
          rim="color-mix(in srgb, var(--on-crush) 40%, transparent)"
          ground="var(--iron)"
        />
      </svg>
      <div>
        <h3 className={site.h3}>Send Crushes</h3>
        <p>See someone who fits your split? One crush, one plate off your stack. The cost is shown before you tap.</p>
        <p className={css.cost}>
          <FivePlates /> {formatCrushes(CRUSH_COST)}
        </p>
      </div>
    </li>
  );
}

function Connect() {
  return (
    <li className={css.step}>
      <StepNumber>3</StepNumber>
      <LinkedRings
        className={classNames(css.drawing, css.broad)}
        first="var(--on-photo)"
        second="var(--ink)"
        ground="var(--crush)"
      />
      <div>
        <h3 className={site.h3}>Match &amp; Connect</h3>
        <p>They crush you back and the plates lock. Messages open for the two of you, and only then.</p>
      </div>
    </li>
  );
}

function Goals() {
  return (
    <li className={css.step}>
      <StepNumber>4</StepNumber>
      <LoadedBar className={classNames(css.drawing, css.broad)} />
      <div>
        <h3 className={site.h3}>Crush Goals Together</h3>
        <p>Trade programs, book the squat rack, keep each other honest. Rest days count as dates.</p>
        <ul className={css.log}>
          <li>
            <Check aria-hidden="true" /> Tue 18:30 Squats, 5&nbsp;×&nbsp;5
          </li>
          <li>
            <Check aria-hidden="true" /> Thu 07:00 Easy 5 km
          </li>
          <li>
            <Square aria-hidden="true" /> Sat 11:00 Pancakes
          </li>
        </ul>
      </div>
    </li>
  );
}

const StepNumber = ({ children }: { children: string }) => (
  <span className={css.number} aria-hidden="true">
    {children}
  </span>
);
