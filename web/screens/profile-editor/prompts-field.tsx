import { PROMPT_ANSWER_MAX } from "#contract/limits.ts";
import { PROMPTS } from "#contract/members/catalog.ts";
import type { ProfileForm } from "#web/domains/members/profile-form.ts";
import css from "#web/screens/profile-editor/editor.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { FieldError } from "#web/ui/field.tsx";
import { invalidGroupProps } from "#web/ui/form.ts";
import { SelectInput, TextArea } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

const SLOT_KEYS = ["first", "second", "third"] as const;

/** Each question can be chosen once, and answered after that. */
export function PromptsField({ form }: { form: ProfileForm }) {
  const { prompts } = form.values;
  const error = form.errors.prompts;
  const edit = (index: number, change: Partial<(typeof prompts)[number]>) =>
    form.set({ prompts: prompts.map((prompt, i) => (i === index ? { ...prompt, ...change } : prompt)) });
  return (
    <section aria-labelledby="prompts" {...(error && invalidGroupProps("prompts-error"))}>
      <h2 id="prompts" className={classNames(css.heading, typography.display, typography.d20)}>
        Get to know me
      </h2>
      <div className={css.fields}>
        {prompts.map(({ question, answer }, i) => {
          const usedElsewhere = new Set(prompts.filter((_, other) => other !== i).map((one) => one.question));
          return (
            <div key={SLOT_KEYS[i]} className={css.prompt}>
              <SelectInput
                name={`question-${i + 1}`}
                value={question}
                onChange={(event) => edit(i, { question: event.target.value })}
                className={css.question}
                options={PROMPTS.filter((one) => !usedElsewhere.has(one))}
                placeholder="Choose a prompt"
                aria-label={`Prompt ${i + 1}`}
              />
              <TextArea
                name={`answer-${i + 1}`}
                value={answer}
                onChange={(event) => edit(i, { answer: event.target.value })}
                className={css.answer}
                rows={2}
                maxLength={PROMPT_ANSWER_MAX}
                disabled={question === ""}
                placeholder={question === "" ? "Choose a prompt to answer it" : "Say it like you would across the rack"}
                aria-label={question === "" ? `Answer ${i + 1}` : `Answer to: ${question}`}
                aria-describedby={`prompt-${i}-count`}
              />
              <p id={`prompt-${i}-count`} className={css.counter}>
                {answer.length} / {PROMPT_ANSWER_MAX}
              </p>
            </div>
          );
        })}
      </div>
      {error && <FieldError id="prompts-error">{error}</FieldError>}
    </section>
  );
}
