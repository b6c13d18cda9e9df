import type { Filters } from "#contract/discovery/filter-form.ts";
import { useSaveNotifications } from "#web/domains/accounts/settings/settings.queries.ts";
import { formatPeople } from "#web/domains/discovery/filter-labels.ts";
import { usePeopleCount, usePeopleFound } from "#web/domains/discovery/preferences.queries.ts";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { useUnits } from "#web/lib/units.ts";
import { formatFit, listWider, type WiderFilters, widenSlightly } from "#web/screens/browse/filters/wider-filters.ts";
import css from "#web/screens/browse/small-place.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  filters: Filters;
  /** Nobody is shown. What is above the panel offers wider filters then. */
  isEmpty: boolean;
  isWidening: boolean;
  onWiden: (wider: WiderFilters) => void;
}

/**
 * Where few people are: how many there are, what wider preferences bring, an alert, and an invitation. Numbers
 * are counted by the search itself.
 */
export function SmallPlace({ filters, isEmpty, isWidening, onWiden }: Props) {
  const { data: own } = useOwnProfile();
  const units = useUnits();
  const hasPlace = own ? own.profile.coordinates !== null : false;
  const found = usePeopleFound(own && filters);
  const count = found?.count;
  // Nothing above the panel offers wider preferences then.
  const isMain = isEmpty && own !== undefined && widenSlightly(filters, hasPlace, units) === undefined;
  const [first, second] = own && !isEmpty ? listWider(filters, hasPlace, units) : [];
  return (
    <section className={classNames(card.card, css.panel)} aria-labelledby="small-place">
      <h2 id="small-place" className={typography.strong}>
        {isEmpty ? "Until somebody fits" : "That's everyone for now."}
      </h2>
      <p role="status" className={css.count}>
        {found && formatFit(found.count, filters, hasPlace, units, found.nearest)}
      </p>
      <div className={css.actions}>
        {[first, second].map(
          (wider) =>
            wider && (
              <WiderButton
                key={wider.label}
                filters={filters}
                wider={wider}
                count={count}
                isWidening={isWidening}
                onWiden={onWiden}
              />
            ),
        )}
        <ButtonLink variant={isMain ? "solid" : "line"} size={isMain ? "lg" : "md"} to="/invite">
          Invite somebody
        </ButtonLink>
      </div>
      {own && (
        <div className={css.alert}>
          <AlertSwitch {...own.profile} />
        </div>
      )}
    </section>
  );
}

/** Widens one preference. It says how many people that brings. */
function WiderButton({
  filters,
  wider,
  count,
  isWidening,
  onWiden,
}: {
  filters: Filters;
  wider: WiderFilters;
  count: number | undefined;
  isWidening: boolean;
  onWiden: (wider: WiderFilters) => void;
}) {
  const found = usePeopleCount({ ...filters, ...wider.change });
  // One that brings nobody is no help.
  if (found !== undefined && found === count) return null;
  return (
    <Button variant="line" disabled={isWidening} onClick={() => onWiden(wider)}>
      {found === undefined ? wider.label : `${wider.label}: ${formatPeople(found)}`}
    </Button>
  );
}

type NotificationValues = Parameters<ReturnType<typeof useSaveNotifications>["mutate"]>[0];

function AlertSwitch({ notifications, quietHours }: NotificationValues) {
  const { mutate, isPending, variables } = useSaveNotifications();
  const on = (isPending ? variables : { notifications }).notifications.someoneNew;
  const change = (someoneNew: boolean) =>
    mutate(
      { notifications: { ...notifications, someoneNew }, quietHours },
      { onError: (error) => toast(getErrorMessage(error, SAVE_FAILED, SAVE_FAILED), "error") },
    );
  return (
    <Switch
      label="Tell me when someone new fits"
      hint="Once a day at most, without a name. Settings has it, too."
      on={on}
      busy={isPending}
      onChange={change}
    />
  );
}

const SAVE_FAILED = "Failed to save settings. Please try again.";
