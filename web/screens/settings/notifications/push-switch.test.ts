import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { type PushState, usePushState } from "#web/domains/notifications/push-state.ts";
import { PushSwitch } from "#web/screens/settings/notifications/push-switch.tsx";

vi.mock("#web/domains/notifications/push-state.ts", () => ({ usePushState: vi.fn() }));

function render(state: PushState): string {
  vi.mocked(usePushState).mockReturnValue(state);
  return renderToStaticMarkup(createElement(PushSwitch));
}

test.each([
  ["on", "true"],
  ["off", "false"],
] as const)("shows a switch while notifications are %s", (state, checked) => {
  expect(render(state)).toContain("Push notifications");
  expect(render(state)).toContain(`aria-checked="${checked}"`);
});

test.each([
  ["unsupported", "This browser cannot show notifications."],
  ["install", "On iPhone and iPad they come to the installed app"],
  ["blocked", "Your browser blocks notifications from Spotter."],
] as const)("shows the reason instead of a switch: %s", (state, reason) => {
  expect(render(state)).toContain(reason);
  expect(render(state)).not.toContain('role="switch"');
});
