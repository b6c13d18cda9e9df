import { ArrowLeft, Ban, Check, Ellipsis, Flag, Heart, X } from "lucide-react";
import { useState } from "react";
import css from "#web/design/design.module.css";
import { Piece, State, StateRow } from "#web/design/piece.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Chip, PickChip } from "#web/ui/chip.tsx";
import { IconButton, IconLink } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";

const LOOKS = ["crush", "solid", "line", "quiet", "text", "danger", "done"] as const;

function Picks() {
  const [picked, setPicked] = useState(true);
  return (
    <PickChip pressed={picked} onPress={() => setPicked(!picked)}>
      Women
    </PickChip>
  );
}

/** Buttons, chips and menus. */
export function Buttons() {
  return (
    <>
      <Piece
        file="#web/ui/button.tsx"
        names="Button, ButtonLink"
        says="One primary action a screen; crush is for like, match and buy."
      >
        {(["md", "lg"] as const).map((size) => (
          <State key={size} name={size} block>
            <StateRow>
              {LOOKS.map((look) => (
                <Button key={look} variant={look} size={size}>
                  {look}
                </Button>
              ))}
            </StateRow>
          </State>
        ))}
        <State name="disabled" block>
          <StateRow>
            {LOOKS.map((look) => (
              <Button key={look} variant={look} disabled>
                {look}
              </Button>
            ))}
          </StateRow>
        </State>
        <State name="busy" block>
          <StateRow>
            <Button variant="crush" busy="Sending…">
              Send Crush
            </Button>
            <Button busy="Crushing it...">Save Profile</Button>
            <Button variant="line" busy="Saving…">
              Save
            </Button>
            <Button variant="quiet" busy="Looking…">
              Look
            </Button>
          </StateRow>
        </State>
        <State name="with a cost, with an icon, spent" block>
          <StateRow>
            <Button variant="crush" cost={1}>
              Send Crush
            </Button>
            <Button variant="crush" cost={1} disabled>
              Send Crush
            </Button>
            <Button variant="line" icon={<Heart />}>
              Match
            </Button>
            <Button variant="done" icon={<Check />} disabled>
              Crush Sent
            </Button>
            <ButtonLink to="/" variant="quiet">
              A link
            </ButtonLink>
          </StateRow>
        </State>
        <State name="wide" block>
          <Button wide size="lg">
            Continue
          </Button>
        </State>
      </Piece>
      <Piece file="#web/ui/icon-button.tsx" names="IconButton, IconLink" says="44 by 44, whatever is drawn in it.">
        <StateRow>
          <IconButton label="Close, plain">
            <X />
          </IconButton>
          <IconButton label="Close, in a line" variant="line">
            <X />
          </IconButton>
          <span className={css.photo}>
            <IconButton label="Close, on a photo" variant="photo">
              <X />
            </IconButton>
          </span>
          <IconButton label="Close, disabled" disabled>
            <X />
          </IconButton>
          <IconLink to="/" label="Back">
            <ArrowLeft />
          </IconLink>
        </StateRow>
      </Piece>
      <Piece file="#web/ui/chip.tsx" names="Chip, PickChip" says="Volt is for what two members share.">
        <StateRow>
          <Chip>Swimming</Chip>
          <Chip size="sm">Swimming, small</Chip>
          <Chip variant="volt" icon={<Check />}>
            Powerlifting
          </Chip>
          <Chip variant="volt" size="sm">
            3 shared
          </Chip>
          <Picks />
          <PickChip pressed={false} onPress={() => {}}>
            Men
          </PickChip>
          <PickChip pressed={false} disabled onPress={() => {}}>
            Tennis
          </PickChip>
        </StateRow>
      </Piece>
      <Piece file="#web/ui/menu.tsx" names="Menu">
        <Menu
          trigger={
            <IconButton label="More">
              <Ellipsis />
            </IconButton>
          }
          items={[
            { label: "Report", icon: <Flag />, onSelect: () => {} },
            { label: "Block", icon: <Ban />, danger: true, onSelect: () => {} },
          ]}
        />
      </Piece>
    </>
  );
}
