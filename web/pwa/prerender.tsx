import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { routes } from "#web/router.tsx";

/**
 * A public page as HTML: what React hydrates, and what goes into the document's head.
 * @param path of the page, as `/`
 * @throws Error when the page answers with a redirect, or is not found
 */
export async function render(path: string): Promise<{ head: string; body: string }> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(path, "http://localhost")));
  if (context instanceof Response) throw new Error(`${path} cannot be prerendered: it redirects`);
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
