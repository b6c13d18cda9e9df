import { type ReactNode, useEffect, useState } from "react";
import {
  CAUSE_NAMES,
  LATER_FLAGS,
  NOTIFICATION_CAUSES,
  type NotificationFlag,
  type NotificationFlags,
} from "#contract/notifications/notification-causes.ts";
import type { QuietHours } from "#contract/notifications/quiet-hours.ts";
import { useSaveNotifications } from "#web/domains/accounts/settings/settings.queries.ts";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/screens/settings/notifications/notification-settings.module.css";
import { QUIET_HINT, QUIET_LABEL, QuietHoursFields } from "#web/screens/settings/notifications/quiet-hours-fields.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { FieldError } from "#web/ui/field.tsx";
import { type FormErrors, useForm } from "#web/ui/form.ts";
import { Delayed } from "#web/ui/skeleton.tsx";
import { Switch, SwitchSkeleton } from "#web/ui/switch.tsx";
import typography from "#web/ui/typography.module.css";

/** How long the success message is shown. */
const SUCCESS_SHOWN_MS = 3000;
/** The heading of the causes about training together and about people who fit. */
const LATER_HEADING = "Workouts and people";

interface SwitchText {
  readonly flag: NotificationFlag;
  readonly label: string;
  readonly hint: string;
}

const SWITCHES: readonly SwitchText[] = [
  {
    flag: "emailEnabled",
    label: "Email notifications",
    hint: "While you are away; mail about your account always comes",
  },
  ...CAUSE_NAMES.map((name) => NOTIFICATION_CAUSES[name]),
];

const isLater = ({ flag }: SwitchText) => LATER_FLAGS.some((later) => later === flag);

const Switches = ({ children }: { children: (text: SwitchText) => ReactNode }) => (
  <>
    {SWITCHES.filter((one) => !isLater(one)).map(children)}
    <h3 className={classNames(typography.display, typography.d20, css.group)}>{LATER_HEADING}</h3>
    {SWITCHES.filter(isLater).map(children)}
  </>
);

interface Saved {
  readonly notifications: NotificationFlags;
  readonly quietHours: QuietHours | null;
}
type Values = NotificationFlags & Pick<Saved, "quietHours">;

const toValues = ({ notifications, quietHours }: Saved): Values => ({ ...notifications, quietHours });

const validate = ({ quietHours }: Values): FormErrors<Values> =>
  quietHours && quietHours.from === quietHours.until ? { quietHours: "Please choose two different hours." } : {};

interface Props {
  /** Called when the form becomes dirty or clean. */
  onDirty: (dirty: boolean) => void;
  /** Shown below the form, once it is there. */
  children: ReactNode;
}

export function NotificationSettings({ onDirty, children }: Props) {
  const { data: own, isError, refetch } = useStickyError(useOwnProfile());
  if (own)
    return (
      <>
        <Form saved={own.profile} onDirty={onDirty} />
        {children}
      </>
    );
  if (isError) return <ErrorState quiet title="Your settings did not load." onRetry={() => void refetch()} />;
  return (
    <Delayed>
      <FormSkeleton />
    </Delayed>
  );
}

/** Saved together. Changes from other devices are applied unless there are unsaved changes here. */
function Form({ saved, onDirty }: Pick<Props, "onDirty"> & { saved: Saved }) {
  const form = useForm<Values>(toValues(saved), validate);
  const { values, errors, busy } = form;
  const { mutateAsync } = useSaveNotifications();
  const [savedAt, setSavedAt] = useState(0);

  const [lastSaved, setLastSaved] = useState(saved);
  if (lastSaved !== saved) {
    setLastSaved(saved);
    if (!form.isDirty && !busy) form.reset(toValues(saved));
  }
  const dirty = form.isDirty && !busy;
  useEffect(() => onDirty(dirty), [onDirty, dirty]);
  useEffect(() => {
    if (savedAt === 0) return;
    const timer = setTimeout(() => setSavedAt(0), SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [savedAt]);

  const submit = form.submit(async ({ quietHours, ...notifications }) => {
    setSavedAt(0);
    try {
      form.reset(toValues(await mutateAsync({ notifications, quietHours })));
      setSavedAt(Date.now());
    } catch (error) {
      const fallback = "Failed to save settings. Please try again.";
      form.showErrors({ form: getErrorMessage(error, fallback, "Error saving settings. Please try again.") });
    }
  });
  return (
    <form onSubmit={submit} noValidate>
      <Switches>
        {({ flag, label, hint }) => (
          <Switch
            key={flag}
            label={label}
            hint={hint}
            on={values[flag]}
            busy={busy}
            onChange={(on) => form.set({ [flag]: on })}
          />
        )}
      </Switches>
      <QuietHoursFields
        value={values.quietHours}
        error={errors.quietHours}
        busy={busy}
        onChange={(quietHours) => form.set({ quietHours })}
      />
      <div className={css.save}>
        <Button type="submit" size="lg" className={css.wide} busy={busy ? "Saving..." : undefined}>
          Save Settings
        </Button>
        <div className={css.status}>
          <p role="status">{savedAt > 0 && "Settings saved successfully!"}</p>
          <div role="alert">{errors.form && <FieldError>{errors.form}</FieldError>}</div>
        </div>
      </div>
    </form>
  );
}

/** Loading state, in the same shape. */
const FormSkeleton = () => (
  <div inert>
    <Switches>{({ flag, label, hint }) => <SwitchSkeleton key={flag} label={label} hint={hint} />}</Switches>
    <SwitchSkeleton label={QUIET_LABEL} hint={QUIET_HINT} />
  </div>
);
