import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { BIO_MAX, COMPLETION_MIN } from "#contract/limits.ts";
import { completionPercent } from "#contract/members/completion.ts";
import type { OwnProfile } from "#contract/members/profiles.ts";
import {
  getNextStep,
  LOCATION_FIELDS,
  type ProfileForm,
  toCompletionInput,
  toFormValues,
  withValues,
} from "#web/domains/members/profile-form.ts";
import { UnsavedChangesGuard } from "#web/domains/members/unsaved-changes-guard.tsx";
import { BasicInfo } from "#web/screens/profile-editor/basic-info.tsx";
import css from "#web/screens/profile-editor/editor.module.css";
import frame from "#web/screens/profile-editor/editor-layout.module.css";
import { EditorLayout } from "#web/screens/profile-editor/editor-layout.tsx";
import { InterestsField } from "#web/screens/profile-editor/interests-field.tsx";
import { PhotoGrid } from "#web/screens/profile-editor/photos/photo-grid.tsx";
import { useProfileDraft } from "#web/screens/profile-editor/profile-draft.ts";
import { type EditorPart, useSave, validate } from "#web/screens/profile-editor/profile-saving.tsx";
import { PromptsField } from "#web/screens/profile-editor/prompts-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { FieldError } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { TextArea } from "#web/ui/inputs.tsx";
import { useSavedElsewhere } from "#web/ui/saved-elsewhere.ts";
import typography from "#web/ui/typography.module.css";

interface Props {
  own: OwnProfile;
  lead: ReactNode;
  preview: (own: OwnProfile) => ReactNode;
  /** Below the photos, once there are any. */
  belowPhotos: ReactNode;
  children: ReactNode;
  /** Only panels that have a form. */
  parts: readonly EditorPart[];
  onSaved: () => void;
}

/** Photos are saved immediately, everything else with 'Save Profile', open panels included. */
export function Editor({ own, lead, preview, belowPhotos, children, parts, onSaved }: Props) {
  const [previewing, setPreviewing] = useState(false);
  const form = useForm(toFormValues(own), validate);
  useSavedElsewhere(form, toFormValues(own), LOCATION_FIELDS);
  const { values } = form;
  const { photos } = own.profile;
  const completion = toCompletionInput(values, photos.length);
  const percent = completionPercent(completion);
  const save = useSave(form, parts, onSaved);
  const hasDirtyPart = parts.some(({ isDirty }) => isDirty);
  const isDirty = form.isDirty || hasDirtyPart;
  const isBuying = useLocation().hash === "#crushes";
  const draft = useProfileDraft(form);

  const actions = (
    <>
      <Button variant="line" onClick={() => setPreviewing(true)}>
        Preview Profile
      </Button>
      <Button
        type="submit"
        form="profile-form"
        variant={isDirty || form.busy ? "solid" : "quiet"}
        disabled={percent < COMPLETION_MIN}
        busy={form.busy ? "Saving..." : undefined}
        aria-describedby="completion-needed"
      >
        Save Profile
      </Button>
    </>
  );
  return (
    <EditorLayout
      lead={lead}
      side={
        <>
          <CompletionBar percent={percent} next={getNextStep(completion, values.gender)} />
          <div>
            <PhotoGrid photos={photos} username={own.username} />
            {photos.length > 0 && belowPhotos}
          </div>
          <div className={typography.desktop}>
            <div className={frame.actions}>{actions}</div>
          </div>
        </>
      }
      bar={actions}
      isBarResting={isBuying && !isDirty && !form.busy}
    >
      <DraftNotice {...draft} />
      <form id="profile-form" className={css.sections} onSubmit={save} noValidate>
        <BasicInfo form={form} own={own} />
        <BioField form={form} />
        <InterestsField form={form} />
        <PromptsField form={form} />
      </form>
      <div className={frame.panels}>{children}</div>
      <PreviewDialog open={previewing} onClose={() => setPreviewing(false)}>
        {previewing && preview(withValues(own, values))}
      </PreviewDialog>
      <UnsavedChangesGuard dirty={hasDirtyPart || (form.isDirty && !form.busy)} isKept={!hasDirtyPart} />
    </EditorLayout>
  );
}

function DraftNotice({ isRestored, discard }: ReturnType<typeof useProfileDraft>) {
  const discardAndFocus = () => {
    discard();
    // The button disappears.
    document.getElementById("basic-info")?.focus({ preventScroll: true });
  };
  return (
    <div role="status" className={classNames(css.draft, !isRestored && typography.hidden)}>
      {isRestored && (
        <>
          <p>Restored what you had not saved</p>
          <Button variant="text" onClick={discardAndFocus}>
            Discard
          </Button>
        </>
      )}
    </div>
  );
}

function BioField({ form }: { form: ProfileForm }) {
  const { bio } = form.values;
  const error = form.errors.bio;
  return (
    <section>
      <h2 className={classNames(css.heading, typography.display, typography.d20)}>
        <label htmlFor="bio">Bio</label>
        <span id="bio-count" className={css.count}>
          {bio.length} / {BIO_MAX}
        </span>
      </h2>
      <TextArea
        id="bio"
        {...form.textProps("bio")}
        rows={4}
        maxLength={BIO_MAX}
        placeholder="What should a training partner know about you?"
        aria-describedby={error ? "bio-error" : "bio-count"}
        aria-invalid={error ? true : undefined}
      />
      {error && <FieldError id="bio-error">{error}</FieldError>}
    </section>
  );
}

/** `percent` also has the threshold for saving. */
function CompletionBar({ percent, next }: { percent: number; next: string }) {
  return (
    <section className={css.completion} aria-label="Profile completion">
      <div className={css.textBlock}>
        <span className={typography.strong} role="status">
          {next}
        </span>
        <span className={classNames(typography.display, typography.d24, typography.number)}>{percent}%</span>
      </div>
      <div
        className={css.bar}
        role="progressbar"
        aria-label="Profile completion"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className={css.done} style={{ width: `max(0px, ${percent}% - 6px)` }} />
        {percent < 100 && <span className={css.mark} style={{ left: `${COMPLETION_MIN}%` }} />}
      </div>
      <p id="completion-needed" className={css.legend}>
        {percent < 100 && <span style={{ left: `${COMPLETION_MIN}%` }}>{COMPLETION_MIN}% to save</span>}
      </p>
    </section>
  );
}

function PreviewDialog({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Profile Preview" size="lg" reading>
      <div className={css.preview}>{children}</div>
    </Dialog>
  );
}
