import * as z from "zod/mini";
import {
  authenticationResponse,
  creationOptions,
  registrationResponse,
  requestOptions,
} from "#contract/accounts/webauthn.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { staffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { STAFF_ROLES } from "#contract/moderation/staff-roles.ts";
import { ok, okResponse, time } from "#contract/schemas.ts";

const CREDENTIAL_BYTES_MAX = 16 * 1024;
const invitationToken = z.string().check(lengthLimit(100));

const staffSession = z.object({
  success: ok,
  staff: z.object({ _id: z.uuid(), name: z.string(), role: z.enum(STAFF_ROLES) }),
  /** Use extends it. */
  endsAt: time,
});
export type StaffSession = z.output<typeof staffSession>;

export const openInvitation = staffEndpoint({
  method: "POST",
  path: "/api/moderation/invitation/options",
  summary: "Whom an invitation is for, and what a browser needs to make their passkey",
  needs: "nothing",
  body: z.object({ token: invitationToken }),
  reply: z.object({ success: ok, name: z.string(), role: z.enum(STAFF_ROLES), options: creationOptions }),
});

export const acceptInvitation = staffEndpoint({
  method: "POST",
  path: "/api/moderation/invitation/accept",
  summary: "Store the passkey that an invitation is used for, and log in. An invitation works once",
  needs: "nothing",
  body: z.object({ token: invitationToken, credential: registrationResponse }),
  bodyBytesMax: CREDENTIAL_BYTES_MAX,
  reply: staffSession,
});

export const getLoginOptions = staffEndpoint({
  method: "POST",
  path: "/api/moderation/login/options",
  summary: "What a browser needs to ask for a passkey",
  needs: "nothing",
  reply: z.object({ success: ok, options: requestOptions }),
});

export const logIn = staffEndpoint({
  method: "POST",
  path: "/api/moderation/login",
  summary: "Log in with a passkey. Sets the session cookie",
  needs: "nothing",
  body: z.object({ credential: authenticationResponse }),
  bodyBytesMax: CREDENTIAL_BYTES_MAX,
  reply: staffSession,
});

export const reauthenticateStaff = staffEndpoint({
  method: "POST",
  path: "/api/moderation/reauthenticate",
  summary:
    "Prove the passkey again, after an error `reauthentication_required`. Counts for ten minutes, in this session. The options are those of a login",
  needs: "look",
  body: z.object({ credential: authenticationResponse }),
  bodyBytesMax: CREDENTIAL_BYTES_MAX,
  reply: okResponse,
});

export const getStaffSession = staffEndpoint({
  method: "GET",
  path: "/api/moderation/session",
  summary: "Who is logged in",
  needs: "look",
  reply: staffSession,
});

export const logOut = staffEndpoint({
  method: "POST",
  path: "/api/moderation/logout",
  summary: "End the session",
  needs: "look",
  reply: okResponse,
});
