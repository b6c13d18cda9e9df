import { type ReactNode, useState } from "react";
import { completionPercent } from "#contract/completion.ts";
import { COMPLETION_MIN } from "#contract/limits.ts";
import type { OwnProfile } from "#contract/profiles.ts";
import { BasicInfo } from "#web/features/profile/basic-info.tsx";
import { BioField } from "#web/features/profile/bio-field.tsx";
import { CompletionBar } from "#web/features/profile/completion-bar.tsx";
import css from "#web/features/profile/editor.module.css";
import frame from "#web/features/profile/editor-layout.module.css";
import { EditorLayout } from "#web/features/profile/editor-layout.tsx";
import { InterestsField } from "#web/features/profile/interests-field.tsx";
import { PhotoGrid } from "#web/features/profile/photo-grid.tsx";
import { PreviewDialog } from "#web/features/profile/preview-dialog.tsx";
import { useSaveProfile } from "#web/features/profile/profile.queries.ts";
import {
  getNextStep,
  type ProfileForm,
  pickFieldErrors,
  toCompletionInput,
  toFormValues,
  validateProfile,
  withValues,
} from "#web/features/profile/profile-form.ts";
import { PromptsField } from "#web/features/profile/prompts-field.tsx";
import { UnsavedChangesGuard } from "#web/features/profile/unsaved-changes-guard.tsx";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { useForm } from "#web/ui/form.ts";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  own: OwnProfile;
  /** Draws the profile as others will see it. */
  preview: (own: OwnProfile) => ReactNode;
  /** Further panels under the form. */
  children: ReactNode;
  /** They hold what is not saved. */
  hasUnsavedPanels: boolean;
  onSaved: () => void;
}

/** One's own profile, edited as a whole; photos are kept at once, the rest with 'Save Profile'. */
export function Editor({ own, preview, children, hasUnsavedPanels: unsaved, onSaved }: Props) {
  const [previewing, setPreviewing] = useState(false);
  const form = useForm(toFormValues(own), validateProfile);
  const { values } = form;
  const { photos } = own.profile;
  const told = toCompletionInput(values, photos.length);
  const percent = completionPercent(told);
  const save = useSave(form, onSaved);

  const actions = (
    <>
      <Button variant="line" onClick={() => setPreviewing(true)}>
        Preview Profile
      </Button>
      <Button
        type="submit"
        form="profile-form"
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
      side={
        <>
          <CompletionBar percent={percent} next={getNextStep(told)} />
          <PhotoGrid photos={photos} username={own.username} />
          <div className={typography.desktop}>
            <div className={frame.actions}>{actions}</div>
          </div>
        </>
      }
      bar={<div className={frame.bar}>{actions}</div>}
    >
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
      <UnsavedChangesGuard dirty={unsaved || (form.isDirty && !form.busy)} />
    </EditorLayout>
  );
}

/** Saves what the rules let pass, and says how it went: under the fields where it is about fields, and in a toast. */
function useSave(form: ProfileForm, onSaved: () => void) {
  const { mutateAsync } = useSaveProfile();
  return form.submit(async (values) => {
    if (!session.read()) {
      toast("Please log in to save your profile", "error");
      return;
    }
    try {
      const { profile, message } = await mutateAsync({ values, before: form.initialValues });
      form.reset(toFormValues(profile));
      toast(message || "Profile saved", "done");
      onSaved();
    } catch (error) {
      if (error instanceof ApiError) form.showErrors(pickFieldErrors(error.errors));
      toast(getErrorMessage(error, "Failed to save profile"), "error");
    }
  });
}
