import type * as accounts from "#contract/accounts/accounts.ts";
import type * as emailChange from "#contract/accounts/email-change.ts";
import type * as factors from "#contract/accounts/factors.ts";
import type * as line from "#contract/accounts/line.ts";
import type * as sessions from "#contract/accounts/sessions.ts";
import type * as settings from "#contract/accounts/settings.ts";
import type * as payments from "#contract/billing/payments.ts";
import type * as wallet from "#contract/billing/wallet.ts";
import type * as withdrawals from "#contract/billing/withdrawals.ts";
import type * as messages from "#contract/chat/messages.ts";
import type * as crushes from "#contract/crushes/crushes.ts";
import type * as dailySet from "#contract/discovery/daily-set.ts";
import type * as discovery from "#contract/discovery/discovery.ts";
import type * as passes from "#contract/discovery/passes.ts";
import type * as filters from "#contract/discovery/search-preferences.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type * as account from "#contract/member-data/member-data.ts";
import type * as profiles from "#contract/members/profiles.ts";
import type * as appeals from "#contract/moderation/appeals.ts";
import type * as notices from "#contract/moderation/notices.ts";
import type * as safety from "#contract/moderation/reports.ts";
import type * as verification from "#contract/moderation/verification.ts";
import type * as notifications from "#contract/notifications/notifications.ts";
import type * as support from "#contract/site/site.ts";
import type * as dateOutcomes from "#contract/training/date-outcomes.ts";
import type * as training from "#contract/training/training.ts";
import type * as trustedContacts from "#contract/training/trusted-contacts.ts";
import type * as weekComparisons from "#contract/training/week-comparisons.ts";
import type * as workoutDates from "#contract/training/workout-dates.ts";

/** By method and path: `"POST /api/match/send-crush"`. */
type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint
    ? `${Module[Name]["method"]} ${Module[Name]["path"]}`
    : never]: Extract<Module[Name], Endpoint>;
};

/** Only types: the browser calls an endpoint by method and path and loads no schema of the server for it. */
export type Endpoints = EndpointsOf<typeof account> &
  EndpointsOf<typeof accounts> &
  EndpointsOf<typeof appeals> &
  EndpointsOf<typeof crushes> &
  EndpointsOf<typeof dailySet> &
  EndpointsOf<typeof discovery> &
  EndpointsOf<typeof emailChange> &
  EndpointsOf<typeof factors> &
  EndpointsOf<typeof filters> &
  EndpointsOf<typeof line> &
  EndpointsOf<typeof messages> &
  EndpointsOf<typeof notices> &
  EndpointsOf<typeof notifications> &
  EndpointsOf<typeof passes> &
  EndpointsOf<typeof payments> &
  EndpointsOf<typeof profiles> &
  EndpointsOf<typeof safety> &
  EndpointsOf<typeof sessions> &
  EndpointsOf<typeof settings> &
  EndpointsOf<typeof support> &
  EndpointsOf<typeof training> &
  EndpointsOf<typeof trustedContacts> &
  EndpointsOf<typeof weekComparisons> &
  EndpointsOf<typeof dateOutcomes> &
  EndpointsOf<typeof verification> &
  EndpointsOf<typeof wallet> &
  EndpointsOf<typeof withdrawals> &
  EndpointsOf<typeof workoutDates>;

export type EndpointName = Extract<keyof Endpoints, string>;

export type EndpointWith<Part extends keyof Endpoint> = {
  [Name in EndpointName]: Endpoints[Name] extends Required<Pick<Endpoint, Part>> ? Name : never;
}[EndpointName];
