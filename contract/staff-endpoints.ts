import type { ResponseOf } from "#contract/endpoint.ts";
import type * as moderation from "#contract/moderation.ts";
import type * as cases from "#contract/moderation-cases.ts";
import type * as notices from "#contract/moderation-notices.ts";
import type { StaffEndpoint } from "#contract/staff-endpoint.ts";

/** The endpoints that a module of the contract exports, by method and path. */
type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends StaffEndpoint
    ? `${Module[Name]["method"]} ${Module[Name]["path"]}`
    : never]: Extract<Module[Name], StaffEndpoint>;
};

/** All endpoints of the console. Only types, as in `endpoints.ts`. */
export type StaffEndpoints = EndpointsOf<typeof moderation> & EndpointsOf<typeof cases> & EndpointsOf<typeof notices>;

/** The name of an endpoint, as in `"GET /api/moderation/session"`. */
export type StaffEndpointName = Extract<keyof StaffEndpoints, string>;

/** The successful reply of an endpoint of the console. */
export type StaffResponseOf<Name extends StaffEndpointName> = ResponseOf<StaffEndpoints[Name]>;
