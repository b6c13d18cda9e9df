/** As the web router does: case-insensitive, with or without a trailing slash and optional parameters. */
export function routePattern(route: string): RegExp {
  const parts = route.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+");
  return new RegExp(`^${parts}/?$`, "i");
}
