import type { FastifyInstance } from "fastify";
import * as alerts from "#contract/moderation/alerts.ts";
import type { Context } from "#server/context.ts";
import { registerStaffEndpoint } from "#server/domains/moderation/staff/register-staff-endpoint.ts";
import {
  addAlertDevice,
  checkAlertDevice,
  chooseAlerts,
  confirmAlertAddress,
  readAlertSettings,
  removeAlertAddress,
  removeAlertDevice,
  requestAlertAddress,
  testAlerts,
} from "#server/domains/moderation/staff-alerts/alert-settings.service.ts";

export function alertsRoutes(app: FastifyInstance, ctx: Context): void {
  registerStaffEndpoint(app, alerts.getAlertSettings)(({ me }) => readAlertSettings(ctx, me));

  registerStaffEndpoint(app, alerts.setAlerts)(({ me, body }) => chooseAlerts(ctx, me, body));

  registerStaffEndpoint(app, alerts.requestAlertAddress)(({ me, body }) => requestAlertAddress(ctx, me, body.email));

  registerStaffEndpoint(app, alerts.confirmAlertAddress)(({ me, body }) => confirmAlertAddress(ctx, me, body.code));

  registerStaffEndpoint(app, alerts.removeAlertAddress)(({ me }) => removeAlertAddress(ctx, me));

  registerStaffEndpoint(app, alerts.addAlertDevice)(({ me, body }) => addAlertDevice(ctx, me, body));

  registerStaffEndpoint(app, alerts.checkAlertDevice)(({ me, body }) => checkAlertDevice(ctx, me, body.endpoint));

  registerStaffEndpoint(app, alerts.removeAlertDevice)(({ me, body }) => removeAlertDevice(ctx, me, body.endpoint));

  registerStaffEndpoint(app, alerts.testAlerts)(({ me }) => testAlerts(ctx, me));
}
