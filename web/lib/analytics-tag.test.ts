import type { RouteObject } from "react-router";
import { expect, test } from "vitest";
import { redactPath } from "#web/lib/analytics-tag.ts";
import { routes } from "#web/router.tsx";

const listPaths = (of: readonly RouteObject[]): string[] =>
  of.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...listPaths(children)]);
const PATHS = listPaths(routes).filter((path) => path !== "*");

/** A path of a route, with this in place of each parameter. */
const fill = (route: string, value: string) => route.replaceAll(/:\w+\??/g, value);

test.each(PATHS)("of %s only the words of the route are left", (route) => {
  for (const secret of ["6f1b1f0e-6d3c-4c55-9f0c-0d1c2b3a4f5e", "abc", "id.message.4fG_-x"])
    expect(redactPath(fill(route, secret))).toBe(fill(route, "-"));
});

test.each([
  ["/verify-email/abc/", "/verify-email/-/"],
  ["/settings", "/settings"],
  ["/moved/abc", "/-/-"],
])("redacts %s to %s", (pathname, redacted) => expect(redactPath(pathname)).toBe(redacted));
