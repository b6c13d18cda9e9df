import { ts } from "@ts-morph/common";

// What `openapi-typescript` imports as `typescript`. TypeScript 7, which checks this repository, has no such interface
// for JavaScript. This package bundles version 6, and brings no second `tsc` along. `overrides` in `package.json` lets npm
// install the generator beside TypeScript 7.
export default ts;
