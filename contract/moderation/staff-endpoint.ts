import type { Endpoint } from "#contract/endpoint.ts";

/** Staff are not members: called with the console's cookie, and no part of the members' API. */
export interface StaffEndpoint extends Omit<Endpoint, "access" | "path" | "multipart"> {
  readonly path: `/api/moderation/${string}`;
  /** `nothing`: works without a session. `look`: any role. `act`: a role that may change something. */
  readonly needs: "nothing" | "look" | "act";
  /** An open page calls it again by itself, so it does not prolong the session. */
  readonly isPolled?: true;
}

export const staffEndpoint = <const E extends StaffEndpoint>(definition: E): E => definition;
