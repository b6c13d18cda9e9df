import { useEffect, useState } from "react";
import type { NotificationFlags } from "#contract/settings.ts";
import css from "#web/features/settings/settings.module.css";
import { useSaveNotifications } from "#web/features/settings/settings.queries.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldError } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { Switch, SwitchSkeleton } from "#web/ui/switch.tsx";

/** How long the good news stands, in milliseconds. */
const SUCCESS_SHOWN_MS = 3000;

const SWITCHES: readonly { readonly flag: keyof NotificationFlags; readonly label: string; readonly hint: string }[] = [
  {
    flag: "emailEnabled",
    label: "Email notifications",
    hint: "While you are away; mail about your account always comes",
  },
  { flag: "crushReceived", label: "Crush received", hint: "Someone sends you a crush" },
  { flag: "newMessage", label: "New message", hint: "A match writes to you" },
  { flag: "newMatch", label: "New match", hint: "A crush turns out to be mutual" },
  { flag: "lowCrushBalance", label: "Low crush balance", hint: "You have fewer than 5 left" },
  { flag: "marketing", label: "News and offers", hint: "By email only, never more than monthly" },
];

/**
 * What a member wants to be told of, saved all at once. What is set elsewhere meanwhile is taken over unless something here is
 * not saved.
 * @param saved what is stored
 * @param onDirty told whether anything is not saved
 */
export function NotificationSettings({
  saved,
  onDirty,
}: {
  saved: NotificationFlags;
  onDirty: (dirty: boolean) => void;
}) {
  const form = useForm<NotificationFlags>(saved, () => ({}));
  const { values, errors, busy } = form;
  const { mutateAsync } = useSaveNotifications();
  const [said, setSaid] = useState(0);

  const [known, setKnown] = useState(saved);
  if (known !== saved) {
    setKnown(saved);
    if (!form.isDirty && !busy) form.reset(saved);
  }
  const dirty = form.isDirty && !busy;
  useEffect(() => onDirty(dirty), [onDirty, dirty]);
  useEffect(() => {
    if (said === 0) return;
    const timer = setTimeout(() => setSaid(0), SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);

  const submit = form.submit(async (flags) => {
    setSaid(0);
    try {
      form.reset((await mutateAsync(flags)).notifications);
      setSaid(Date.now());
    } catch (error) {
      const refused = "Failed to save settings. Please try again.";
      form.showErrors({ form: getErrorMessage(error, refused, "Error saving settings. Please try again.") });
    }
  });
  return (
    <form onSubmit={submit} noValidate>
      {SWITCHES.map(({ flag, label, hint }) => (
        <Switch
          key={flag}
          label={label}
          hint={hint}
          on={values[flag]}
          busy={busy}
          onChange={(on) => form.set({ [flag]: on })}
        />
      ))}
      <div className={css.save}>
        <Button type="submit" size="lg" className={css.wide} busy={busy ? "Saving..." : undefined}>
          Save Settings
        </Button>
        <div className={css.said}>
          <p role="status">{said > 0 && "Settings saved successfully!"}</p>
          <div role="alert">{errors.form && <FieldError>{errors.form}</FieldError>}</div>
        </div>
      </div>
    </form>
  );
}

/** Its shape, while what is saved is on its way. */
export const NotificationSettingsSkeleton = () => (
  <div inert>
    {SWITCHES.map(({ flag, label, hint }) => (
      <SwitchSkeleton key={flag} label={label} hint={hint} />
    ))}
  </div>
);
