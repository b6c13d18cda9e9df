import { useId, useState } from "react";
import { type CrushPackage, PACKAGES } from "#contract/billing/prices.ts";
import { formatPrice } from "#contract/format.ts";
import type { Purchase } from "#web/domains/billing/checkout/purchase.ts";
import css from "#web/domains/billing/package-choice.module.css";
import { Tag } from "#web/ui/badge.tsx";
import { Plates } from "#web/ui/brand/plates.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useLayer } from "#web/ui/layers.ts";
import typography from "#web/ui/typography.module.css";

interface Props {
  buying: Purchase;
  isMember: boolean;
  hasBar: boolean;
  isTest: boolean;
}

const PRESELECTED_ID = PACKAGES.find(({ popular }) => popular)?.id;

export function PackageChoice({ buying, isMember, hasBar, isTest }: Props) {
  const group = useId();
  const [selectedId, setSelectedId] = useState(PRESELECTED_ID);
  const selected = PACKAGES.find(({ id }) => id === selectedId);
  const { pendingProductId } = buying;
  useLayer("bar", hasBar);
  return (
    <section className={classNames(css.section, hasBar && css.barred)} aria-labelledby={group}>
      <h3 id={group} className={classNames(typography.display, typography.d20)}>
        Crush packs
      </h3>
      {isMember && (
        <p className={typography.muted}>While your membership runs you need none. What you buy stays for later.</p>
      )}
      <fieldset className={css.packages} aria-labelledby={group} disabled={pendingProductId !== undefined}>
        {PACKAGES.map((offer) => (
          <PackageOption
            key={offer.id}
            offer={offer}
            group={group}
            isSelected={offer === selected}
            onSelect={() => setSelectedId(offer.id)}
          />
        ))}
      </fieldset>
      <p className={classNames(typography.small, typography.muted)}>
        {isTest ? <b>Test checkout: no money is taken.</b> : "You pay on a secure checkout page."} Prices in US dollars.
        Paid purchases are final.
      </p>
      <p className={classNames(typography.small, typography.muted)}>
        By buying you ask us to begin at once. In the EU and EEA you can withdraw within 14 days, and get back what is
        unspent.
      </p>
      {selected && (
        <div className={css.bar}>
          <Button
            variant={isMember ? "line" : "crush"}
            size="lg"
            wide
            busy={pendingProductId === selected.id ? "Opening checkout..." : undefined}
            disabled={pendingProductId !== undefined && pendingProductId !== selected.id}
            onClick={() => buying.buy(selected)}
          >
            Buy {selected.crushes} crushes for {formatPrice(selected.priceCents)}
          </Button>
        </div>
      )}
    </section>
  );
}

function PackageOption({
  offer,
  group,
  isSelected,
  onSelect,
}: {
  offer: CrushPackage;
  group: string;
  isSelected: boolean;
  onSelect: () => void;
}) {
  const { name, crushes, priceCents, note, popular } = offer;
  const details = classNames(typography.small, typography.muted, typography.number);
  return (
    <label className={css.option}>
      <input type="radio" name={group} className={css.radio} checked={isSelected} onChange={onSelect} />
      <span className={css.name}>
        {name} {popular && <Tag variant="ink">Most popular</Tag>}
      </span>
      <span className={classNames(details, css.amount)}>
        {crushes} crushes {note && <Tag className={css.note}>{note}</Tag>}
      </span>
      <span className={css.plates}>
        <Plates count={crushes} height={40} />
      </span>
      <span className={classNames(typography.number, css.price)}>{formatPrice(priceCents)}</span>
      <span className={classNames(details, css.each)}>{formatPrice(priceCents / crushes)} each</span>
    </label>
  );
}
