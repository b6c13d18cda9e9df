import { useState } from "react";
import css from "#web/design/design.module.css";
import { Piece, State, StateRow } from "#web/design/piece.tsx";
import { FivePlates } from "#web/ui/brand/five-plates.tsx";
import { AppMark, Symbol as BrandSymbol, Wordmark } from "#web/ui/brand/logo.tsx";
import { LostPulse } from "#web/ui/brand/lost-pulse.tsx";
import { PlateFace } from "#web/ui/brand/plate-face.tsx";
import { PlateGlyph } from "#web/ui/brand/plate-glyph.tsx";
import { Plates } from "#web/ui/brand/plates.tsx";
import { Pulse } from "#web/ui/brand/pulse.tsx";
import { Rack } from "#web/ui/brand/rack.tsx";
import { Rings } from "#web/ui/brand/rings.tsx";
import { Button } from "#web/ui/button.tsx";
import { InfinityIcon } from "#web/ui/infinity-icon.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";

function SpentPlates() {
  const [count, setCount] = useState(8);
  return (
    <>
      <Plates count={count} />
      <Button variant="quiet" onClick={() => setCount(count - 1)} disabled={count === 0}>
        Spend one
      </Button>
      <Button variant="quiet" onClick={() => setCount(count + 5)}>
        Add five
      </Button>
    </>
  );
}

function PlayedRings() {
  const [times, setTimes] = useState(0);
  return (
    <>
      <div className={css.rings}>
        <Rings
          key={times}
          left={undefined}
          right={undefined}
          leftAlt="Sam"
          rightAlt="Alex"
          play={times > 0 ? "once" : undefined}
        />
      </div>
      <Button variant="quiet" onClick={() => setTimes(times + 1)}>
        Play
      </Button>
    </>
  );
}

/** Plates, rings, the pulse and the brand. */
export function Drawings() {
  return (
    <>
      <Piece file="#web/ui/brand/plates.tsx" names="Plates" says="Tall is ten credits, middle five, short one.">
        <StateRow>
          {[0, 1, 3, 8, 23, 60, 3000].map((count) => (
            <State key={count} name={String(count)}>
              <Plates count={count} />
            </State>
          ))}
          <State name="0, with ghosts">
            <Plates count={0} ghosts />
          </State>
          <State name="large">
            <Plates count={16} height={48} />
          </State>
        </StateRow>
        <StateRow>
          <SpentPlates />
        </StateRow>
      </Piece>
      <Piece file="#web/ui/brand/plate-glyph.tsx" names="PlateGlyph">
        <StateRow>
          <PlateGlyph />
          <PlateGlyph size={24} />
        </StateRow>
      </Piece>
      <Piece file="#web/ui/brand/plate-face.tsx" names="PlateFace">
        <StateRow>
          {[0, 90, 225].map((slot) => (
            <svg key={slot} viewBox="-60 -60 120 120" width="120" height="120" aria-hidden="true">
              <PlateFace
                radius={56}
                slot={slot}
                fill={slot === 90 ? "var(--crush)" : "var(--iron)"}
                rim={slot === 90 ? "var(--crush-pressed)" : "var(--iron-rim)"}
                ground="var(--bg)"
                {...(slot === 90 && { label: "15", ink: "var(--on-crush)" })}
              />
            </svg>
          ))}
        </StateRow>
      </Piece>
      <Piece file="#web/ui/brand/five-plates.tsx" names="FivePlates">
        <FivePlates />
      </Piece>
      <Piece file="#web/ui/brand/rings.tsx" names="Rings" says="Two that lock, 600 ms, once.">
        <PlayedRings />
      </Piece>
      <Piece file="#web/ui/brand/pulse.tsx" names="Pulse">
        <Pulse at={560} spike={90} base={100} className={css.pulse} />
      </Piece>
      <Piece file="#web/ui/brand/lost-pulse.tsx" names="LostPulse">
        <LostPulse className={css.lost} />
      </Piece>
      <Piece file="#web/ui/brand/rack.tsx" names="Rack">
        <Rack className={css.lost} />
      </Piece>
      <Piece file="#web/ui/qr-code.tsx" names="QrCode" says="Black on white in both themes.">
        <QrCode text="https://spotter.example" label="QR code of an address" />
      </Piece>
      <Piece file="#web/ui/infinity-icon.tsx" names="InfinityIcon">
        <InfinityIcon />
      </Piece>
      <Piece file="#web/ui/brand/logo.tsx" names="Wordmark, AppMark, Symbol">
        <StateRow>
          <Wordmark />
          <AppMark />
          <BrandSymbol />
        </StateRow>
      </Piece>
    </>
  );
}
