import { ArrowRight, MapPinOff, ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import { AGE_MIN } from "#contract/limits.ts";
import { DistanceTape } from "#web/features/landing/distance-tape.tsx";
import { DistrictMap } from "#web/features/landing/district-map.tsx";
import css from "#web/features/landing/safety.module.css";
import site from "#web/features/landing/site.module.css";
import { classNames } from "#web/ui/class-names.ts";

/** What keeps members safe. Only what is true of the product as it is. */
export function Safety() {
  return (
    <section className={css.safety}>
      <div className={classNames(site.wrap, css.inside)}>
        <figure className={css.map}>
          <DistrictMap className={css.streets} />
          <DistanceTape className={css.tape} />
          <figcaption>
            <b>Mission District</b>
            Under 5 miles
          </figcaption>
        </figure>
        <div>
          <h2 className={site.h2}>We’ve got your back. That’s the job.</h2>
          <dl className={css.facts}>
            <div>
              <dt>
                <MapPinOff aria-hidden="true" />A district, never a pin
              </dt>
              <dd>
                Your place is rounded to about 5&nbsp;km² before we keep it, wider in the country. Others see its name
                and a distance band.
              </dd>
            </div>
            <div>
              <dt>
                <ShieldCheck aria-hidden="true" />
                Block and report
              </dt>
              <dd>In every profile and every chat, within three taps, and nobody is told.</dd>
            </div>
            <div>
              <dt>
                <span className={css.age}>{AGE_MIN}+</span>
                Adults only
              </dt>
              <dd>We ask for your date of birth at sign-up. Under {AGE_MIN}, there is no account.</dd>
            </div>
          </dl>
          <Link to="/safety" className={css.more}>
            Read our safety tips
            <ArrowRight aria-hidden="true" />
          </Link>
        </div>
      </div>
    </section>
  );
}
