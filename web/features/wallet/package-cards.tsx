import { type CrushPackage, PACKAGES } from "#contract/catalog.ts";
import css from "#web/features/wallet/package-cards.module.css";
import type { Purchase } from "#web/features/wallet/purchase.ts";
import { dollars } from "#web/lib/money.ts";
import { Tag } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Plates } from "#web/ui/plates.tsx";
import type from "#web/ui/type.module.css";

/** The packs of the catalog. */
export function PackageCards({ buying }: { buying: Purchase }) {
  return (
    <ul className={css.packs}>
      {PACKAGES.map((pack) => (
        <PackageCard key={pack.id} pack={pack} buying={buying} />
      ))}
    </ul>
  );
}

/** What one gets, what it costs, and only then the button. */
function PackageCard({ pack, buying }: { pack: CrushPackage; buying: Purchase }) {
  const { id, name, crushes, price, note, popular = false } = pack;
  return (
    <li className={classNames(card.card, css.pack, popular && css.popular)}>
      <div className={css.top}>
        <Plates count={crushes} height={40} />
        {(popular || note) && (
          <p className={css.tags}>
            {popular && <Tag look="ink">Most popular</Tag>}
            {note && <Tag>{note}</Tag>}
          </p>
        )}
      </div>
      <div className={css.words}>
        <h4 className={type.strong}>{name}</h4>
        <p className={classNames(type.small, type.muted, type.number)}>
          {crushes} crushes, <span className={css.each}>{dollars(price / crushes)} each</span>
        </p>
      </div>
      <p className={classNames(type.display, type.d24, type.number, css.price)}>{dollars(price)}</p>
      <Button
        look={popular ? "crush" : "line"}
        className={css.buy}
        busy={buying.pendingProductId === id ? "Opening..." : undefined}
        disabled={buying.pendingProductId !== undefined && buying.pendingProductId !== id}
        onClick={() => buying.buy(pack)}
      >
        Buy
        <span className={type.hidden}>
          {" "}
          {name}: {crushes} crushes for {dollars(price)}
        </span>
      </Button>
    </li>
  );
}
