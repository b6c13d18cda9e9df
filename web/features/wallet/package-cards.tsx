import { type CrushPackage, PACKAGES } from "#contract/catalog.ts";
import css from "#web/features/wallet/package-cards.module.css";
import type { Purchase } from "#web/features/wallet/purchase.ts";
import { formatPrice } from "#web/lib/format-price.ts";
import { Tag } from "#web/ui/badge.tsx";
import { Plates } from "#web/ui/brand/plates.tsx";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

export function PackageCards({ buying }: { buying: Purchase }) {
  return (
    <ul className={css.packages}>
      {PACKAGES.map((offer) => (
        <PackageCard key={offer.id} offer={offer} buying={buying} />
      ))}
    </ul>
  );
}

function PackageCard({ offer, buying }: { offer: CrushPackage; buying: Purchase }) {
  const { id, name, crushes, priceCents, note, popular = false } = offer;
  return (
    <li className={classNames(card.card, css.package, popular && css.popular)}>
      <div className={css.top}>
        <Plates count={crushes} height={40} />
        {(popular || note) && (
          <p className={css.tags}>
            {popular && <Tag variant="ink">Most popular</Tag>}
            {note && <Tag>{note}</Tag>}
          </p>
        )}
      </div>
      <div className={css.textBlock}>
        <h4 className={typography.strong}>{name}</h4>
        <p className={classNames(typography.small, typography.muted, typography.number)}>
          {crushes} crushes, <span className={css.each}>{formatPrice(priceCents / crushes)} each</span>
        </p>
      </div>
      <p className={classNames(typography.display, typography.d24, typography.number, css.price)}>
        {formatPrice(priceCents)}
      </p>
      <Button
        variant={popular ? "crush" : "line"}
        className={css.buy}
        busy={buying.pendingProductId === id ? "Opening..." : undefined}
        disabled={buying.pendingProductId !== undefined && buying.pendingProductId !== id}
        onClick={() => buying.buy(offer)}
      >
        Buy
        <span className={typography.hidden}>
          {" "}
          {name}: {crushes} crushes for {formatPrice(priceCents)}
        </span>
      </Button>
    </li>
  );
}
