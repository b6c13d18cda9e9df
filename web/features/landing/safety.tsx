import { ArrowRight, MapPinOff, ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import { AGE_MIN } from "#contract/limits.ts";
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

const STEP = 10;
const START = 14;
const END = 544;
/** Where the first band ends, and with it the dark part of the tape. */
const FIRST = 150;

const ticks = (from: number, to: number): string =>
  Array.from({ length: Math.ceil((to - from) / STEP) }, (_, i) => from + i * STEP)
    .map((x) => `M${x} 0v${(x - START) % (5 * STEP) === 0 ? 18 : 10}`)
    .join("");

const BANDS = [
  [75, "Under 5"],
  [215, "5 to 10"],
  [350, "10 to 25"],
  [485, "25+ miles"],
] as const;

/** A tape measure with a band where another would have inches. */
function DistanceTape({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 560 84"
      role="img"
      aria-label="Distance is shown in bands: under 5 miles, 5 to 10, 10 to 25, 25 and more"
    >
      <rect width="560" height="84" rx="10" fill="var(--volt)" />
      <rect width={FIRST} height="84" rx="10" fill="var(--text)" />
      <path d={ticks(START, FIRST)} stroke="var(--bg)" strokeWidth="2" />
      <path d={ticks(FIRST + 4, END + 1)} stroke="var(--on-volt)" strokeWidth="2" />
      <g textAnchor="middle" fontFamily="var(--display)" fontWeight="800" fontSize="20" style={{ fontStretch: "112%" }}>
        {BANDS.map(([x, words], i) => (
          <text key={words} x={x} y="56" fill={i === 0 ? "var(--bg)" : "var(--on-volt)"}>
            {words}
          </text>
        ))}
      </g>
    </svg>
  );
}

/** Streets running up, each as far from the last, and those across; then one wide road. */
const UP = Array.from({ length: 9 }, (_, i) => `M${84 * i - 20} -10l-70 480`).join("");
const ACROSS = Array.from({ length: 7 }, (_, i) => `M-20 ${72 * i + 20}L680 ${78 * i - 16}`).join("");
const DISTRICT = "M214 96L392 84L420 150L398 262L300 306L196 282L176 176Z";

/** A map on which only a district shows. */
function DistrictMap({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 640 440"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label="A map where only a district is shown"
    >
      <g stroke="var(--hair)" strokeWidth="10" fill="none">
        <path d={UP + ACROSS} />
        <path d="M-20 330C160 250 300 360 660 210" strokeWidth="22" />
      </g>
      <path d={DISTRICT} fill="var(--crush)" opacity=".14" />
      <path d={DISTRICT} fill="none" stroke="var(--crush)" strokeWidth="4" strokeLinejoin="round" />
    </svg>
  );
}
