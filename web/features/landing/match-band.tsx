import { CheckCheck } from "lucide-react";
import { Flecks } from "#web/features/landing/flecks.tsx";
import css from "#web/features/landing/match-band.module.css";
import site from "#web/features/landing/site.module.css";
import { Rings } from "#web/ui/brand/rings.tsx";
import { classNames } from "#web/ui/class-names.ts";

/** What a match is: two plates locked, and only then words. */
export function MatchBand() {
  return (
    <section className={css.band}>
      <Flecks className={css.flecks} />
      <div className={classNames(site.wrap, css.inside)}>
        <div>
          <h2 className={classNames(site.h2, css.title)}>
            <span>A crush sent. </span>
            <span>A crush back. </span>
            <span>Locked in.</span>
          </h2>
          <p className={css.text}>
            Nobody can message you out of nowhere. Chat opens only when two people pick each other.
          </p>
        </div>
        <div className={css.art}>
          <Rings
            play="seen"
            left="/art/chemistry.webp"
            right="/art/strength.webp"
            leftAlt="A woman with a barbell"
            rightAlt="a man with a towel"
          />
          <p className={css.received}>Saw you log leg day four weeks straight. Respect.</p>
          <p className={css.sent}>
            Spot me Thursday? <CheckCheck aria-hidden="true" />
          </p>
        </div>
      </div>
    </section>
  );
}
