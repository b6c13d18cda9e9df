import { StrictMode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from "react-router";
import { OgImage } from "#web/pwa/og-image.tsx";
import { NOT_FOUND, PAGES } from "#web/pwa/pages.ts";
import { routes } from "#web/router.tsx";
import { ORIGIN } from "#web/ui/page-meta.tsx";

/** What the build has to know; it runs this file, and imports none of the others. */
export { NOT_FOUND, ORIGIN, PAGES };

const addressesOf = (some: readonly RouteObject[]): string[] =>
  some.flatMap(({ path, children = [] }) => [...(path && path !== "*" ? [path] : []), ...addressesOf(children)]);

/** Every address of the app, as `/profile/:userId`. */
export const screens: readonly string[] = addressesOf(routes);

/** The picture that goes with a shared address, as SVG in the tokens' colours. */
export const drawSharePicture = (): string => renderToStaticMarkup(<OgImage />);

/**
 * A public page as HTML: what React hydrates, and what goes into the document's head.
 * @param path of the page, as `/`
 * @throws Error when the page answers with a redirect, or fails
 */
export async function render(path: string): Promise<{ head: string; body: string }> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(path, "http://localhost")));
  if (context instanceof Response) throw new Error(`${path} cannot be prerendered: it redirects`);
  if (context.errors) throw new Error(`${path} cannot be prerendered`, { cause: Object.values(context.errors)[0] });
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
  );
  // React puts what belongs into a head before a page that has none.
  const head = /^(?:<(?:title|meta|link)\b[^>]*>(?:[^<]*<\/title>)?)*/.exec(html)?.[0] ?? "";
  return { head, body: html.slice(head.length) };
}
