import { ImageDown, Printer, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import css from "#web/screens/invite/invitation.module.css";
import {
  type Format,
  GYM_MAX,
  HEADLINES,
  type Headline,
  layOutPoster,
  type Measure,
  type Shape,
} from "#web/screens/invite/poster.ts";
import { PosterDrawing } from "#web/screens/invite/poster-drawing.tsx";
import { createMeasure, loadPosterFonts, paintPoster } from "#web/screens/invite/poster-picture.ts";
import { canSharePictures, download, share } from "#web/screens/invite/sharing.ts";
import { Button } from "#web/ui/button.tsx";
import { RadioChoice } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { FieldGroup } from "#web/ui/field-group.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { TextInput } from "#web/ui/inputs.tsx";
import { useQrPath } from "#web/ui/qr-path.ts";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const FORMATS: readonly { readonly value: Format; readonly label: string }[] = [
  { value: "paper", label: "Paper, to hang up" },
  { value: "phone", label: "Phone, for a story or a chat" },
];

const HEADLINE_LABELS = Object.entries(HEADLINES).map(([value, lines]) => ({
  value: value as Headline,
  label: lines.join(" "),
}));

/** Measures with the app's fonts once they have loaded. */
function useMeasure(): Measure | undefined {
  const [measure, setMeasure] = useState<Measure>();
  useEffect(() => {
    let isStale = false;
    void loadPosterFonts().then(() => {
      if (!isStale) setMeasure(createMeasure);
    });
    return () => {
      isStale = true;
    };
  }, []);
  return measure;
}

export function PosterMaker({ url }: { url: string }) {
  const [format, setFormat] = useState<Format>("paper");
  const [headline, setHeadline] = useState<Headline>("brand");
  const [gym, setGym] = useState("");
  const { code, isFailed, retry } = useQrPath(url, "Q");
  const measure = useMeasure();
  const layOut = (format: Format) =>
    code && measure && layOutPoster({ format, headline, gym, host: location.host, code }, measure);
  const shapes = layOut(format);
  const printed = layOut("paper");
  const where = gym.trim() && `, at ${gym.trim()}`;
  const label = `Poster: ${HEADLINES[headline].join(" ")}${where}. With a QR code of ${url}`;
  return (
    <section className={css.section} aria-labelledby="invitation-poster">
      <h2 id="invitation-poster" className={`${typography.display} ${typography.d20}`}>
        A poster for your gym
      </h2>
      <div className={css.maker}>
        <div className={css.choices}>
          <FieldGroup label="Made for">
            {FORMATS.map(({ value, label }) => (
              <RadioChoice key={value} name="format" checked={format === value} onChange={() => setFormat(value)}>
                {label}
              </RadioChoice>
            ))}
          </FieldGroup>
          <FieldGroup label="It says">
            {HEADLINE_LABELS.map(({ value, label }) => (
              <RadioChoice key={value} name="headline" checked={headline === value} onChange={() => setHeadline(value)}>
                {label}
              </RadioChoice>
            ))}
          </FieldGroup>
          <Field
            label="Your gym, if you like"
            aside={`${gym.length}/${GYM_MAX}`}
            hint={`It stays in this browser. ${format === "paper" ? "Left empty, there is a line to write it on." : ""}`}
          >
            {(control) => (
              <TextInput
                {...control}
                value={gym}
                maxLength={GYM_MAX}
                autoComplete="off"
                onChange={(event) => setGym(event.target.value)}
              />
            )}
          </Field>
        </div>
        {isFailed ? (
          <div className={css.failed}>
            <InlineError message="The poster could not be drawn." onRetry={retry} />
          </div>
        ) : (
          <div className={css.preview} data-format={format}>
            {shapes ? (
              <PosterDrawing format={format} shapes={shapes} label={label} />
            ) : (
              <Delayed>
                <Skeleton className={css.skeleton} />
              </Delayed>
            )}
          </div>
        )}
        <PosterActions format={format} shapes={shapes} url={url} />
      </div>
      {printed && <PrintedPoster shapes={printed} />}
    </section>
  );
}

function PosterActions({ format, shapes, url }: { format: Format; shapes: readonly Shape[] | undefined; url: string }) {
  const [busy, setBusy] = useState<"save" | "share">();
  const use = async (action: "save" | "share") => {
    if (!shapes) return;
    setBusy(action);
    try {
      const picture = await paintPoster(format, shapes);
      if (action === "save") download(picture);
      else await share(url, picture);
    } catch {
      toast("Your browser could not make the picture. Please try again.", "error");
    } finally {
      setBusy(undefined);
    }
  };
  const isPaper = format === "paper";
  return (
    <div className={css.use}>
      <div className={css.buttons}>
        {isPaper && (
          <Button variant="line" icon={<Printer />} disabled={!shapes} onClick={() => print()}>
            Print
          </Button>
        )}
        <Button
          variant="line"
          icon={<ImageDown />}
          disabled={!shapes}
          busy={busy === "save" ? "Saving..." : undefined}
          onClick={() => void use("save")}
        >
          Save picture
        </Button>
        {canSharePictures() && (
          <Button
            variant="line"
            icon={<Share2 />}
            disabled={!shapes}
            busy={busy === "share" ? "Sharing..." : undefined}
            onClick={() => void use("share")}
          >
            Share picture
          </Button>
        )}
      </div>
      {isPaper && <p className={typography.muted}>It fits A4 and Letter. Ask at the desk before you hang it up.</p>}
    </div>
  );
}

/** The only thing that is printed of this screen, also by the browser's own menu. */
const PrintedPoster = ({ shapes }: { shapes: readonly Shape[] }) =>
  createPortal(
    <div className={css.printed} aria-hidden="true">
      <PosterDrawing format="paper" shapes={shapes} label="" />
    </div>,
    document.body,
  );
