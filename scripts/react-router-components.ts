import type { Plugin } from "vite";

/**
 * React Router's components become free of side effects, so that the build leaves out unused ones with all that they
 * import: `Link` with its prefetching (`web/ui/link.tsx` replaces it), `NavLink`, `Form`.
 */
export const reactRouterComponents = (): Plugin => ({
  name: "react-router-components",
  apply: "build",
  transform: {
    filter: { id: /node_modules[\\/]react-router[\\/]/ },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, "")
        .replaceAll(/^const (\w+) = (React\$1\.\w+\()/gm, "const $1 = /* @__PURE__ */ $2"),
  },
});
