import { Bell, Info, MapPin, Smartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import css from "#web/design/design.module.css";
import { Piece, State, StateRow } from "#web/design/piece.tsx";
import { Accordion } from "#web/ui/accordion.tsx";
import { Badge, Tag } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import card from "#web/ui/card.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { TextInput } from "#web/ui/inputs.tsx";
import { Link } from "#web/ui/link.tsx";
import { ListItem } from "#web/ui/list-item.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

/** A button that opens its children. */
function Opener({ name, children }: { name: string; children: (open: boolean, close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="line" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {children(open, () => setOpen(false))}
    </>
  );
}

function Folds({ title, start }: { title: string; start: boolean }) {
  const [open, setOpen] = useState(start);
  return (
    <Accordion title={title} open={open} onOpenChange={setOpen} aside={<Tag>Aside</Tag>}>
      <p>What is in it stays while it is closed.</p>
    </Accordion>
  );
}

const TABS = ["Packs", "Membership", "History"].map((name) => ({ id: name, label: name }));

function SomeTabs() {
  const [chosen, setChosen] = useState("Packs");
  return (
    <Tabs label="Tabs" tabs={TABS} chosen={chosen} onChoose={setChosen} className={css.tabs} tabClassName={css.tab}>
      <p>{chosen}</p>
    </Tabs>
  );
}

/** Dialogs, accordions, tabs, lists, banners and toasts. */
export function Surfaces() {
  return (
    <>
      <Piece file="#web/ui/dialog.tsx" names="Dialog" says="A sheet on phones, centred from 900 px.">
        <StateRow>
          {(["sm", "md", "lg", "full"] as const).map((size) => (
            <Opener key={size} name={`Size ${size}`}>
              {(open, close) => (
                <Dialog open={open} onOpenChange={close} size={size} title="A dialog" description="What it is for.">
                  <Field label="A field">{(control) => <TextInput {...control} />}</Field>
                </Dialog>
              )}
            </Opener>
          ))}
          <Opener name="With something above">
            {(open, close) => (
              <Dialog open={open} onOpenChange={close} above={<Tag variant="volt">Above</Tag>} title="A dialog" reading>
                <p>It is there to be read.</p>
              </Dialog>
            )}
          </Opener>
        </StateRow>
      </Piece>
      <Piece file="#web/ui/confirm.tsx" names="Confirm" says="Before what cannot be undone.">
        <StateRow>
          <Opener name="A question">
            {(open, close) => (
              <Confirm
                open={open}
                title="Leave without saving?"
                confirmLabel="Leave"
                onConfirm={close}
                onCancel={close}
              />
            )}
          </Opener>
          <Opener name="A dangerous one">
            {(open, close) => (
              <Confirm
                open={open}
                danger
                title="Delete this message?"
                text="It goes for both of you."
                confirmLabel="Delete"
                onConfirm={close}
                onCancel={close}
              />
            )}
          </Opener>
        </StateRow>
      </Piece>
      <Piece
        file="#web/ui/toast.tsx"
        names="toast, hush, Toasts"
        says="Five seconds or more; it waits while pointed at."
      >
        <StateRow>
          <Button variant="line" onClick={() => toast("A word on something")}>
            Plain
          </Button>
          <Button variant="line" onClick={() => toast("Settings saved successfully!", "done")}>
            Done
          </Button>
          <Button variant="line" onClick={() => toast("Failed to save settings", "error")}>
            Error
          </Button>
        </StateRow>
      </Piece>
      <Piece file="#web/ui/callout.tsx" names="Callout" says="Has to be seen before what stands under it.">
        <Callout icon={<Info aria-hidden="true" />}>Your place is shown as a distance only.</Callout>
        <Callout icon={<MapPin aria-hidden="true" />} size="lg">
          A large one, where there is room.
        </Callout>
      </Piece>
      <Piece file="#web/ui/badge.tsx" names="Badge, Tag">
        <StateRow>
          <Badge count={3} label="3 unread messages" />
          <Badge count={24} label="24 unread messages" />
          <Badge count={100} label="100 unread messages" />
          <Tag>33% off</Tag>
          <Tag variant="volt">Popular</Tag>
          <Tag variant="ink">Most popular</Tag>
          <span className={css.photo}>
            <Tag variant="white">On a photo</Tag>
          </span>
        </StateRow>
      </Piece>
      <Piece file="#web/ui/list-item.tsx" names="ListItem">
        <ul>
          <ListItem icon={<Smartphone />} title="Chrome on Android" note="Active now">
            <Button variant="text">Log out</Button>
          </ListItem>
          <ListItem
            icon={<Bell />}
            title="A title that is longer than its row has room for, and is cut where that ends"
            note="A word on it"
          />
          <ListItem title="Without an icon" note="A word on it" />
        </ul>
      </Piece>
      <Piece file="#web/ui/accordion.tsx" names="Accordion">
        <div className={css.columns}>
          <Folds title="Open" start />
          <Folds title="Closed" start={false} />
        </div>
      </Piece>
      <Piece file="#web/ui/link.tsx" names="Link" says="Without a style of its own.">
        <Link to="/">A link</Link>
      </Piece>
      <Piece file="#web/ui/page-header.tsx" names="PageHeader">
        <State name="as h2 here, which has its h1" block>
          <PageHeader as="h2" title="My Crushes">
            <Button variant="quiet">Filter</Button>
          </PageHeader>
        </State>
      </Piece>
      <Piece
        file="#web/ui/page-meta.tsx"
        names="PageMeta"
        says="Draws nothing: a page's title, and what it tells of itself."
      >
        <code className={css.code}>{'<PageMeta title="Pieces" description="…" />'}</code>
      </Piece>
      <article className={css.piece} data-piece="#web/ui/card.module.css">
        <h3 className={classNames(typography.display, typography.d20)}>Card, sheet</h3>
        <code className={css.code}>{'import card from "#web/ui/card.module.css"'}</code>
        <div className={css.columns}>
          <div className={classNames(card.card, css.padded)}>A card: what lies on the page.</div>
          <div className={card.sheet}>A sheet, from 600 px: a form that is the screen.</div>
        </div>
      </article>
      <Piece file="#web/ui/tabs.tsx" names="Tabs">
        <SomeTabs />
      </Piece>
    </>
  );
}
