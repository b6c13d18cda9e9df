import { Link2, Share2 } from "lucide-react";
import css from "#web/screens/invite/invitation.module.css";
import { canShare, copy, share } from "#web/screens/invite/sharing.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { TextInput } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

export function LinkCard({ url }: { url: string }) {
  return (
    <section className={css.section} aria-labelledby="invitation-link">
      <h2 id="invitation-link" className={`${typography.display} ${typography.d20}`}>
        Your link
      </h2>
      <Field label="Link" hint="It opens the start page. Your link names nobody: it is the same for every member.">
        {(control) => <TextInput {...control} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />}
      </Field>
      <div className={css.buttons}>
        <Button icon={<Link2 />} onClick={() => void copy(url)}>
          Copy link
        </Button>
        {canShare() && (
          <Button variant="line" icon={<Share2 />} onClick={() => void share(url)}>
            Share
          </Button>
        )}
      </div>
    </section>
  );
}
