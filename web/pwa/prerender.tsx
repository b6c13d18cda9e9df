import { StrictMode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from "react-router";
import { OgImage } from "#web/pwa/og-image.tsx";
import { APP_SHELLS, NOT_FOUND, PAGES } from "#web/pwa/pages.ts";
import { routes } from "#web/router.tsx";
import { ORIGIN } from "#web/ui/page-meta.tsx";

/** For the build, which runs this file and imports no other. */
export { APP_SHELLS, NOT_FOUND, ORIGIN, PAGES };

const listPaths = (nodes: readonly RouteObject[]): string[] =>
  nodes.flatMap(({ path, children = [] }) => [...(path && path !== "*" ? [path] : []), ...listPaths(children)]);

export const screens: readonly string[] = listPaths(routes);

export const renderShareImage = (): string => renderToStaticMarkup(<OgImage />);

/** Loaders redirect visitors, and the build has no session. */
const withoutLoaders = (nodes: readonly RouteObject[]): RouteObject[] =>
  nodes.map(
    ({ loader: _, ...route }) =>
      ({ ...route, ...(route.children && { children: withoutLoaders(route.children) }) }) as RouteObject,
  );

const staticRoutes = withoutLoaders(routes);

/** A public page, or a member's screen while it loads. @throws Error if the page redirects or fails */
export async function render(path: string): Promise<{ head: string; body: string }> {
  const handler = createStaticHandler(staticRoutes);
  const context = await handler.query(new Request(new URL(path, "http://localhost")));
  if (context instanceof Response) throw new Error(`${path} cannot be prerendered: it redirects`);
  if (context.errors) throw new Error(`${path} cannot be prerendered`, { cause: Object.values(context.errors)[0] });
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
  );
  // Without a `<head>` to render into, React puts head elements first.
  const head = /^(?:<(?:title|meta|link)\b[^>]*>(?:[^<]*<\/title>)?)*/.exec(html)?.[0] ?? "";
  return { head, body: html.slice(head.length) };
}
