import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as staff from "#contract/moderation/staff.ts";
import type { Context } from "#server/context.ts";
import { describeDevice } from "#server/domains/accounts/sessions/client-device.ts";
import {
  clearStaffCookie,
  registerStaffEndpoint,
  setStaffCookie,
} from "#server/domains/moderation/staff/register-staff-endpoint.ts";
import {
  acceptInvitation,
  createLoginOptions,
  logIn,
  logOut,
  openInvitation,
  presentStaffSession,
  reauthenticate,
  type StaffOrigin,
  type StartedSession,
} from "#server/domains/moderation/staff/staff-login.service.ts";
import { networkKey } from "#server/platform/lib/networks.ts";

const originOf = (request: FastifyRequest): StaffOrigin => ({
  network: networkKey(request.ip),
  device: describeDevice(request.headers["user-agent"]),
});

export function staffRoutes(app: FastifyInstance, ctx: Context): void {
  const startIn = (response: FastifyReply, { token, session }: StartedSession) => {
    setStaffCookie(ctx, response, token);
    return session;
  };

  registerStaffEndpoint(app, staff.openInvitation)(({ body }) => openInvitation(ctx, body.token));

  registerStaffEndpoint(
    app,
    staff.acceptInvitation,
  )(async ({ body, request, response }) =>
    startIn(response, await acceptInvitation(ctx, body.token, body.credential, originOf(request))),
  );

  registerStaffEndpoint(app, staff.getLoginOptions)(() => createLoginOptions(ctx));

  registerStaffEndpoint(
    app,
    staff.logIn,
  )(async ({ body, request, response }) => startIn(response, await logIn(ctx, body.credential, originOf(request))));

  registerStaffEndpoint(
    app,
    staff.reauthenticateStaff,
  )(({ me, body, request }) => reauthenticate(ctx, me, body.credential, originOf(request)));

  registerStaffEndpoint(app, staff.getStaffSession)(async ({ me }) => presentStaffSession(me));

  registerStaffEndpoint(
    app,
    staff.logOut,
  )(async ({ me, response }) => {
    await logOut(ctx, me);
    clearStaffCookie(ctx, response);
    return {};
  });
}
