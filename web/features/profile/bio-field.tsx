import { BIO_MAX } from "#contract/limits.ts";
import css from "#web/features/profile/editor.module.css";
import type { ProfileForm } from "#web/features/profile/profile-form.ts";
import { classNames } from "#web/ui/class-names.ts";
import { FieldError } from "#web/ui/field.tsx";
import { TextArea } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

/** A few words about oneself. */
export function BioField({ form }: { form: ProfileForm }) {
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
