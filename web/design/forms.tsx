import { useState } from "react";
import css from "#web/design/design.module.css";
import { Piece } from "#web/design/piece.tsx";
import { CheckChoice, RadioChoice } from "#web/ui/choice.tsx";
import { Field, FieldError } from "#web/ui/field.tsx";
import { FieldGroup } from "#web/ui/field-group.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { DateInput, PasswordInput, SelectInput, TextArea, TextInput } from "#web/ui/inputs.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { Slider } from "#web/ui/slider.tsx";
import { Switch, SwitchSkeleton } from "#web/ui/switch.tsx";

function Slid({ start, labels, invalid = false }: { start: number[]; labels: string[]; invalid?: boolean }) {
  const [values, setValues] = useState(start);
  return (
    <Slider
      values={values}
      labels={labels}
      min={18}
      max={99}
      invalid={invalid}
      formatValue={(value) => `${value} years`}
      onChange={setValues}
    />
  );
}

function Switched({ label, hint }: { label: string; hint: string }) {
  const [on, setOn] = useState(true);
  return <Switch label={label} hint={hint} on={on} onChange={setOn} />;
}

function Searched() {
  const [text, setText] = useState("leg day");
  return <SearchInput label="Search people and messages" value={text} onChange={setText} />;
}

/** Fields, choices, switches and sliders. */
export function Forms() {
  return (
    <>
      <Piece
        file="#web/ui/field.tsx"
        names="Field, FieldError"
        says="A label, a control, and what helps with it. An error takes the hint's place."
      >
        <div className={css.columns}>
          <Field label="Username">{(control) => <TextInput {...control} />}</Field>
          <Field label="Location" hint="A town or a ZIP code.">
            {(control) => <TextInput {...control} defaultValue="Austin, TX" />}
          </Field>
          <Field label="Email" error="Email is invalid">
            {(control) => <TextInput {...control} type="email" defaultValue="sam@" />}
          </Field>
          <Field label="Bio" aside="17 / 500">
            {(control) => <TextArea {...control} defaultValue="Squats and coffee" />}
          </Field>
        </div>
        <FieldError>An error of its own</FieldError>
      </Piece>
      <Piece
        file="#web/ui/field-group.tsx"
        names="FieldGroup"
        says="A label over several controls that answer one question."
      >
        <div className={css.columns}>
          <FieldGroup label="Age" aside="25 to 45">
            <Slid start={[25, 45]} labels={["From age", "To age"]} />
          </FieldGroup>
          <FieldGroup label="Show me" hint="Nothing chosen means everyone.">
            <RadioChoice name="show" defaultChecked>
              Everyone
            </RadioChoice>
          </FieldGroup>
          <FieldGroup label="Looking for" error="Choose one">
            <CheckChoice aria-invalid>A gym partner</CheckChoice>
          </FieldGroup>
        </div>
      </Piece>
      <Piece
        file="#web/ui/form-actions.tsx"
        names="FormActions"
        says="The end of a form in a dialog: leave it, or send it."
      >
        <div className={css.columns}>
          <FormActions submit="Change Password" busy={undefined} onCancel={() => {}} />
          <FormActions submit="Download" busy="Preparing..." onCancel={() => {}} />
        </div>
      </Piece>
      <Piece file="#web/ui/search-input.tsx" names="SearchInput" says="Its height and corners are the screen's.">
        <Searched />
      </Piece>
      <Piece file="#web/ui/inputs.tsx" names="TextInput, PasswordInput, DateInput, SelectInput, TextArea">
        <div className={css.columns}>
          <Field label="Text, with a placeholder">
            {(control) => <TextInput {...control} placeholder="sam_spots" />}
          </Field>
          <Field label="Text, read only">{(control) => <TextInput {...control} readOnly value="sam_spots" />}</Field>
          <Field label="Text, disabled">{(control) => <TextInput {...control} disabled value="sam_spots" />}</Field>
          <Field label="Password">
            {(control) => <PasswordInput {...control} autoComplete="off" defaultValue="spot me please" />}
          </Field>
          <Field label="Password, refused" error="Password must be at least 6 characters">
            {(control) => <PasswordInput {...control} autoComplete="off" defaultValue="spot" />}
          </Field>
          <Field label="Day">{(control) => <DateInput {...control} defaultValue="1996-05-04" />}</Field>
          <Field label="One of a list">
            {(control) => <SelectInput {...control} options={["Athletic", "Slim"]} placeholder="Select" />}
          </Field>
          <Field label="One of a list, refused" error="Choose one">
            {(control) => <SelectInput {...control} options={["Athletic", "Slim"]} placeholder="Select" />}
          </Field>
          <Field label="Lines">{(control) => <TextArea {...control} placeholder="Tell a little" />}</Field>
          <Field label="Lines, refused" error="500 characters at most">
            {(control) => <TextArea {...control} defaultValue="Too long" />}
          </Field>
        </div>
      </Piece>
      <Piece file="#web/ui/choice.tsx" names="RadioChoice, CheckChoice">
        <div className={css.columns}>
          <fieldset>
            <legend>One of several</legend>
            <RadioChoice name="one" defaultChecked>
              Chosen
            </RadioChoice>
            <RadioChoice name="one">Not chosen</RadioChoice>
            <RadioChoice name="one" disabled>
              Disabled
            </RadioChoice>
          </fieldset>
          <fieldset>
            <legend>Yes or no</legend>
            <CheckChoice defaultChecked>Ticked</CheckChoice>
            <CheckChoice>Not ticked</CheckChoice>
            <CheckChoice aria-invalid>Refused</CheckChoice>
            <CheckChoice disabled>Disabled</CheckChoice>
          </fieldset>
        </div>
      </Piece>
      <Piece
        file="#web/ui/switch.tsx"
        names="Switch, SwitchSkeleton"
        says="Changes at once; a form's yes or no is a CheckChoice."
      >
        <div className={css.columns}>
          <Switched label="New matches" hint="Can be switched" />
          <Switch label="Off" hint="Not now" on={false} />
          <Switch label="Busy" hint="A change is on its way" on busy />
          <Switch label="Disabled" hint="Not to be had here" on={false} disabled />
          <Switch label="Disabled, on" hint="Always" on disabled />
          <SwitchSkeleton label="Unknown" hint="Nobody knows yet" />
        </div>
      </Piece>
      <Piece file="#web/ui/slider.tsx" names="Slider">
        <div className={css.columns}>
          <Slid start={[40]} labels={["Age"]} />
          <Slid start={[25, 45]} labels={["Youngest", "Oldest"]} />
          <Slid start={[60, 30]} labels={["From", "To"]} invalid />
        </div>
      </Piece>
      <Piece file="#web/ui/form-alert.tsx" names="FormAlert" says="Why the whole form was refused.">
        <FormAlert message="Invalid email or password" action={<a href="#forms">Forgot password?</a>} />
      </Piece>
    </>
  );
}
