import { CheckCheck } from "lucide-react";
import site from "#web/domains/site/drawings/site.module.css";
import css from "#web/screens/landing/match-band.module.css";
import { Rings } from "#web/ui/brand/rings.tsx";
import { classNames } from "#web/ui/class-names.ts";

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

const TILE = { width: 480, height: 370 };
const COUNT = 90;

/** Generates a rubber-floor pattern with a fixed seed, so that server and browser render the same. */
function scatter(): Record<"iron" | "volt" | "crush", string> {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const paths = { iron: "", volt: "", crush: "" };
  for (let i = 0; i < COUNT; i++) {
    const at = `M${(random() * TILE.width).toFixed(0)} ${(random() * TILE.height).toFixed(0)}`;
    const size = 1.5 + random() * 3.5;
    const kind = random();
    const tilt = random() * 3;
    const fleck = `${at}l${size.toFixed(1)} ${(tilt - 1).toFixed(1)} ${(-tilt).toFixed(1)} ${size.toFixed(1)}z`;
    paths[kind < 0.07 ? "volt" : kind < 0.12 ? "crush" : "iron"] += fleck;
  }
  return paths;
}

const FLECKS = scatter();

/** Mask it where there is text, to keep the text legible. */
function Flecks({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} aria-hidden="true">
      <pattern id="flecks" {...TILE} patternUnits="userSpaceOnUse">
        <path d={FLECKS.iron} fill="var(--iron-rim)" />
        <path d={FLECKS.volt} fill="var(--volt)" />
        <path d={FLECKS.crush} fill="var(--crush)" />
      </pattern>
      <rect width="100%" height="100%" fill="url(#flecks)" />
    </svg>
  );
}
