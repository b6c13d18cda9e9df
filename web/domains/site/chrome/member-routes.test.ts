import { type LoaderFunctionArgs, matchRoutes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { routes } from "#web/router.tsx";

afterEach(() => vi.unstubAllGlobals());

const SOMEONE = "00000000-0000-4000-8000-000000000000";

/** @returns the target of the redirection */
async function findRedirection(path: string): Promise<string | null | undefined> {
  const match = matchRoutes(routes, path)?.at(-1);
  const loader = match?.route.loader;
  if (!match || typeof loader !== "function") return undefined;
  const request = new Request(new URL(path, "http://localhost"));
  const result: unknown = await loader({ request, params: match.params } as LoaderFunctionArgs, undefined);
  return result instanceof Response ? result.headers.get("location") : undefined;
}

// @spec 2.routes.member-routes-lead 6.members-have-all
test.each([
  "/profile",
  "/profile/subscription",
  "/test-checkout/cs_1",
  `/profile/${SOMEONE}`,
  "/browse",
  "/crushes",
  "/messages",
  `/messages/${SOMEONE}`,
  "/settings",
  "/settings/notifications",
  "/get-verified",
  "/invite",
])("%s redirects a visitor to the landing page", async (path) => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("location", { pathname: path, search: "", hash: "" });
  expect(await findRedirection(path)).toBe("/");
});

test.each(["/", "/faq", "/help/how-crushes-work", "/nothing"])("%s is open to visitors", async (path) => {
  expect(await findRedirection(path)).toBeUndefined();
});
