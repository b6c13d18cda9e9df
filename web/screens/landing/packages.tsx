import { type CrushPackage, PACKAGES, SUBSCRIPTION_PRICE_CENTS } from "#contract/billing/prices.ts";
import { formatPrice } from "#contract/format.ts";
import { LinkedRings } from "#web/domains/site/drawings/linked-rings.tsx";
import site from "#web/domains/site/drawings/site.module.css";
import css from "#web/screens/landing/packages.module.css";
import { Tag } from "#web/ui/badge.tsx";
import { PlateFace } from "#web/ui/brand/plate-face.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";

const RADII = [74, 98, 122, 148] as const;

const SHOP_PATH = "/profile#crushes";

export function Packages() {
  return (
    <section className={css.packs}>
      <div className={site.wrap}>
        <div className={site.head}>
          <h2 className={site.h2}>Load up on crushes</h2>
          <p className={site.lead}>One plate is one crush. Your first five are on us.</p>
        </div>
        <ul className={css.rack}>
          {PACKAGES.map((pack, i) => (
            <PackageCard key={pack.id} pack={pack} radius={RADII[i] ?? 148} />
          ))}
        </ul>
        <Membership />
        <p className={classNames(site.small, css.foot)}>
          US dollars. Paid on a secure checkout page. Purchases are final, except for 14 days in the EU and EEA.
        </p>
      </div>
    </section>
  );
}

function PackageCard({ pack, radius }: { pack: CrushPackage; radius: number }) {
  const { name, crushes, priceCents, note, popular = false } = pack;
  const ink = popular ? "var(--on-crush)" : "var(--on-block)";
  return (
    <li className={css.pack}>
      <div className={css.floor}>
        <svg viewBox="0 0 300 300" aria-hidden="true">
          <g transform={`translate(150 ${300 - radius})`}>
            <g className={css.plate}>
              <PlateFace
                radius={radius}
                slot={90}
                fill={popular ? "var(--crush)" : "var(--iron)"}
                rim={popular ? "color-mix(in srgb, var(--on-crush) 38%, transparent)" : "var(--iron-rim)"}
                ground="var(--bg)"
                label={String(crushes)}
                ink={ink}
              />
            </g>
          </g>
        </svg>
      </div>
      <div className={css.textBlock}>
        <div className={css.tags}>
          {popular && <Tag variant="ink">Most popular</Tag>}
          {note && <Tag>{note}</Tag>}
        </div>
        <h3 className={site.h4}>
          <button type="button" className={css.whole} data-to={SHOP_PATH}>
            {name}
          </button>
        </h3>
        <p className={classNames(site.figure, css.price)}>{formatPrice(priceCents)}</p>
        <p className={site.small}>
          {crushes} crushes, {formatPrice(priceCents / crushes)} each
        </p>
      </div>
    </li>
  );
}

function Membership() {
  return (
    <div className={css.membership}>
      <LinkedRings className={css.rings} first="var(--crush)" second="var(--volt)" ground="var(--block)" />
      <div>
        <h3 className={site.h3}>Unlimited membership</h3>
        <p>Crushes without counting. Cancel any time, keep it to the end of the month you paid for.</p>
      </div>
      <p className={css.monthly}>
        <b className={site.figure}>{formatPrice(SUBSCRIPTION_PRICE_CENTS)}</b> a month
      </p>
      <Button className={css.go} size="lg" data-to={SHOP_PATH}>
        Go unlimited
      </Button>
    </div>
  );
}
