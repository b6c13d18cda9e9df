import type { ResponseOf } from "#contract/endpoint.ts";
import type * as alerts from "#contract/moderation/alerts.ts";
import type * as auditLog from "#contract/moderation/audit-log.ts";
import type * as cases from "#contract/moderation/cases.ts";
import type * as dataCopies from "#contract/moderation/data-copies.ts";
import type * as memberRecords from "#contract/moderation/member-records.ts";
import type * as pastDecisions from "#contract/moderation/past-decisions.ts";
import type * as search from "#contract/moderation/search.ts";
import type * as moderation from "#contract/moderation/staff.ts";
import type { StaffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import type * as notices from "#contract/moderation/unassigned-notices.ts";
import type * as contact from "#contract/site/contact-cases.ts";

type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends StaffEndpoint
    ? `${Module[Name]["method"]} ${Module[Name]["path"]}`
    : never]: Extract<Module[Name], StaffEndpoint>;
};

/** Only types, as in `endpoints.ts`. */
export type StaffEndpoints = EndpointsOf<typeof moderation> &
  EndpointsOf<typeof cases> &
  EndpointsOf<typeof notices> &
  EndpointsOf<typeof dataCopies> &
  EndpointsOf<typeof contact> &
  EndpointsOf<typeof auditLog> &
  EndpointsOf<typeof memberRecords> &
  EndpointsOf<typeof pastDecisions> &
  EndpointsOf<typeof search> &
  EndpointsOf<typeof alerts>;

export type StaffEndpointName = Extract<keyof StaffEndpoints, string>;

export type StaffResponseOf<Name extends StaffEndpointName> = ResponseOf<StaffEndpoints[Name]>;
