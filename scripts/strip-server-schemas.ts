import type { Plugin } from "vite";

/** What the browser calls through; what an endpoint takes and answers is checked by the server alone. */
const CALLED = ["method", "path"];

/** What may hold calls that make schemas. */
const MADE = ["CallExpression", "ArrayExpression", "ObjectExpression"];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Call extends Node {
  /** Of a call alone. */
  readonly callee?: Node & { readonly name?: string };
  readonly arguments?: readonly (Node & { readonly properties?: readonly Property[] })[];
}
interface Property extends Node {
  readonly key: { readonly name?: string };
}
interface Statement extends Node {
  readonly declaration?: Statement | null;
  readonly declarations?: readonly { readonly init: Call | null }[];
}

/** The source of an endpoint without its schemas. */
function bare(code: string, { arguments: [definition] = [] }: Call): string {
  const kept = (definition?.properties ?? []).filter(({ key }) => CALLED.includes(key.name ?? ""));
  return `endpoint({ ${kept.map(({ start, end }) => code.slice(start, end)).join(", ")} })`;
}

/**
 * Takes out of the browser's contract what no screen uses: of an endpoint all but the way to it, and each schema that no form
 * checks by. A schema is made by calls, of which a bundler cannot know that they do nothing else; here it is told.
 */
export const bareContract = (folder: string): Plugin => ({
  name: "strip-server-schemas",
  apply: "build",
  enforce: "post",
  transform(code, id) {
    if (!id.startsWith(folder)) return null;
    let made = "";
    let at = 0;
    for (const statement of this.parse(code).body as readonly Statement[]) {
      for (const { init } of (statement.declaration ?? statement).declarations ?? []) {
        if (!init || !MADE.includes(init.type)) continue;
        const source = init.callee?.name === "endpoint" ? bare(code, init) : code.slice(init.start, init.end);
        made += `${code.slice(at, init.start)}/* @__PURE__ */ (() => (${source}))()`;
        at = init.end;
      }
    }
    return { code: made + code.slice(at), map: null };
  },
});
