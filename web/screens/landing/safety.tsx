import { ArrowRight, MapPinOff, ShieldCheck } from "lucide-react";
import { AGE_MIN } from "#contract/limits.ts";
import site from "#web/domains/site/drawings/site.module.css";
import css from "#web/screens/landing/safety.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";

/** Claims about safety. Each one must be true of the current product. */
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

const TICK_STEP = 10;
const TICK_START = 14;
const TICK_END = 544;
/** End of the first band, which is the dark part of the tape. */
const FIRST_BAND_END = 150;

const ticks = (from: number, to: number): string =>
  Array.from({ length: Math.ceil((to - from) / TICK_STEP) }, (_, i) => from + i * TICK_STEP)
    .map((x) => `M${x} 0v${(x - TICK_START) % (5 * TICK_STEP) === 0 ? 18 : 10}`)
    .join("");

const BANDS = [
  [75, "Under 5"],
  [215, "5 to 10"],
  [350, "10 to 25"],
  [485, "25+ miles"],
] as const;

/** Distance bands instead of inches. */
function DistanceTape({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 560 84"
      role="img"
      aria-label="Distance is shown in bands: under 5 miles, 5 to 10, 10 to 25, 25 and more"
    >
      <rect width="560" height="84" rx="10" fill="var(--volt)" />
      <rect width={FIRST_BAND_END} height="84" rx="10" fill="var(--text)" />
      <path d={ticks(TICK_START, FIRST_BAND_END)} stroke="var(--bg)" strokeWidth="2" />
      <path d={ticks(FIRST_BAND_END + 4, TICK_END + 1)} stroke="var(--on-volt)" strokeWidth="2" />
      <g textAnchor="middle" fontFamily="var(--display)" fontWeight="800" fontSize="20" style={{ fontStretch: "112%" }}>
        {BANDS.map(([x, label], i) => (
          <text key={label} x={x} y="56" fill={i === 0 ? "var(--bg)" : "var(--on-volt)"}>
            {label}
          </text>
        ))}
      </g>
    </svg>
  );
}

/** Vertical and horizontal streets at regular distances; a wide road is drawn over them. */
const VERTICAL_STREETS = Array.from({ length: 9 }, (_, i) => `M${84 * i - 20} -10l-70 480`).join("");
const HORIZONTAL_STREETS = Array.from({ length: 7 }, (_, i) => `M-20 ${72 * i + 20}L680 ${78 * i - 16}`).join("");
const DISTRICT = "M214 96L392 84L420 150L398 262L300 306L196 282L176 176Z";

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
        <path d={VERTICAL_STREETS + HORIZONTAL_STREETS} />
        <path d="M-20 330C160 250 300 360 660 210" strokeWidth="22" />
      </g>
      <path d={DISTRICT} fill="var(--crush)" opacity=".14" />
      <path d={DISTRICT} fill="none" stroke="var(--crush)" strokeWidth="4" strokeLinejoin="round" />
    </svg>
  );
}
