import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { AlertKind } from "#contract/moderation/alert-kinds.ts";
import type { AlertSettings } from "#contract/moderation/alerts.ts";
import { alertsQuery } from "#web/console/alerts/alerts.queries.ts";
import css from "#web/console/alerts/alerts-page.module.css";
import { callStaff } from "#web/console/staff-api.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { classNames } from "#web/ui/class-names.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import typography from "#web/ui/typography.module.css";

const AT_ONCE = "At once";
const HALF_TIME = "At half of its time";

const KINDS: Readonly<Record<AlertKind, readonly [name: string, when: string]>> = {
  danger: ["Somebody in danger", AT_ONCE],
  under_18: ["Somebody under 18", AT_ONCE],
  intimate_picture: ["Intimate pictures", HALF_TIME],
  report: ["Other reports and notices", HALF_TIME],
  picture: ["Pictures in review", HALF_TIME],
  appeal: ["Appeals", HALF_TIME],
  selfie: ["Selfies", HALF_TIME],
  contact: ["Contact messages", HALF_TIME],
};

type Choice = AlertSettings["kinds"][number];

const CHANNELS = ["email", "push"] as const;
const CHANNEL_NAMES = { email: "Email", push: "Push" } as const;

type Channel = (typeof CHANNELS)[number];

function Row({ choice, onPress }: { choice: Choice; onPress: (choice: Choice, channel: Channel) => void }) {
  const [name, when] = KINDS[choice.kind];
  return (
    <tr>
      <th scope="row">
        <span className={typography.strong}>{name}</span>
        <span className={classNames(typography.small, typography.muted, css.when)}>{when}</span>
      </th>
      {CHANNELS.map((channel) => (
        <td key={channel}>
          <label className={css.toggle}>
            <input
              type="checkbox"
              aria-label={`${name} by ${CHANNEL_NAMES[channel].toLowerCase()}`}
              checked={choice[channel]}
              onChange={() => onPress(choice, channel)}
            />
          </label>
        </td>
      ))}
    </tr>
  );
}

const NOT_SAVED = "Your choice was not saved.";
const CHOOSE = ["choose-alerts"] as const;

/** Each press is shown and saved at once, one after the other. */
function useChoose() {
  const queryClient = useQueryClient();
  const { queryKey } = alertsQuery;
  const pressed = useRef(new Map<AlertKind, Choice>());
  const change = useMutation({
    mutationKey: CHOOSE,
    scope: { id: CHOOSE[0] },
    mutationFn: (choice: Choice) => callStaff("PUT /api/moderation/alerts/kinds", { body: choice }),
    onMutate: async (choice) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        (before) =>
          before && { ...before, kinds: before.kinds.map((one) => (one.kind === choice.kind ? choice : one)) },
      );
    },
    onSettled: async () => {
      // The reply to an earlier press does not know of the later ones.
      if (queryClient.isMutating({ mutationKey: CHOOSE }) > 1) return;
      pressed.current.clear();
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  /** Another press may come before the last one is shown, so it is what that one chose that is turned around. */
  const press = (shown: Choice, channel: Channel) => {
    const latest = pressed.current.get(shown.kind) ?? shown;
    const choice = { ...latest, [channel]: !latest[channel] };
    pressed.current.set(shown.kind, choice);
    change.mutate(choice);
  };
  return { error: change.error, press };
}

export function AlertKindsTable({ kinds }: Pick<AlertSettings, "kinds">) {
  const { error, press } = useChoose();
  return (
    <section className={css.section} aria-labelledby="alerts-kinds">
      <h2 id="alerts-kinds" className={classNames(typography.display, typography.d20)}>
        What you are alerted of
      </h2>
      <p className={classNames(typography.small, typography.muted)}>
        At once, or when half of the time until a case is due has passed and nobody has claimed it.
      </p>
      <FormAlert message={error ? getErrorMessage(error, NOT_SAVED, NOT_SAVED) : undefined} />
      <table className={css.kinds}>
        <thead>
          <tr>
            <th scope="col" className={css.kind}>
              <span className={typography.hidden}>Kind</span>
            </th>
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col" className={typography.small}>
                {CHANNEL_NAMES[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((choice) => (
            <Row key={choice.kind} choice={choice} onPress={press} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
