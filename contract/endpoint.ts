import type * as z from "zod/mini";

/** Any zod schema of an object, as parameters, queries, bodies and replies are. */
export type Schema = z.ZodMiniType;

/** What one call is: the server routes from it, the browser calls through it, the API page is drawn from it. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With named parts, as in `/api/users/:userId`. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** `member`: needs a bearer token. `anyone`: works without one. */
  readonly access: "member" | "anyone";
  readonly params?: Schema;
  readonly query?: Schema;
  /** Absent where a call takes nothing, or takes files (`multipart`). */
  readonly body?: Schema;
  /** Bytes of the body as JSON. Absent: 8 KiB where no login is needed, 16 KiB for members. */
  readonly bodyBytesMax?: number;
  readonly multipart?: boolean;
  readonly reply: Schema;
  /** The status of a reply that did what was asked; 200 unless told. */
  readonly status?: 200 | 201;
}

/** Declares an endpoint and keeps its exact types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Output<S> = S extends Schema ? z.output<S> : Record<never, never>;
type Input<S> = S extends Schema ? z.input<S> : Record<never, never>;

/** What a handler of `E` receives, checked. */
export interface ParsedRequest<E extends Endpoint> {
  readonly params: Output<E["params"]>;
  readonly query: Output<E["query"]>;
  readonly body: Output<E["body"]>;
}

/** What a caller of `E` sends, part by part; parts that the endpoint does not have are left out. `form` is a FormData. */
export type RequestOf<E extends Endpoint> = (E["params"] extends Schema ? { params: Input<E["params"]> } : unknown) &
  (E["query"] extends Schema ? { query?: Input<E["query"]> } : unknown) &
  (E["body"] extends Schema ? { body: Input<E["body"]> } : unknown) &
  (E["multipart"] extends true ? { form: object } : unknown);

/** What `E` answers when it has done what was asked. */
export type ResponseOf<E extends Endpoint> = z.output<E["reply"]>;
