import type * as z from "zod/mini";

export type Schema = z.ZodMiniType;

/** A body of `multipart/form-data`. */
export interface Form {
  /** The field of the file, or of each file. */
  readonly file: string;
  /** 1 by default. */
  readonly filesMax?: number;
  /** Texts, which come before the file. */
  readonly fields?: Schema;
}

/** The server registers it, the browser calls through it, and the API page is generated from it. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With named parts, as in `/api/users/:userId`. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** `member`: needs a bearer token. `anyone`: works without one. */
  readonly access: "member" | "anyone";
  readonly params?: Schema;
  readonly query?: Schema;
  /** Absent if a call takes nothing, or takes files (`multipart`). */
  readonly body?: Schema;
  /** Maximum size of the JSON body. By default 8 KiB without login, 16 KiB for members. */
  readonly bodyBytesMax?: number;
  readonly multipart?: Form;
  readonly reply: Schema;
  /** The status of a successful reply; 200 by default. */
  readonly status?: 200 | 201;
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

export type CallParts = Pick<Endpoint, "params" | "query" | "body" | "multipart" | "reply">;

type Output<S> = S extends Schema ? z.output<S> : Record<never, never>;
type Input<S> = S extends Schema ? z.input<S> : Record<never, never>;

export interface ParsedRequest<E extends CallParts> {
  readonly params: Output<E["params"]>;
  readonly query: Output<E["query"]>;
  readonly body: Output<E["body"]>;
}

/** Parts that the endpoint does not have are absent. `form` is a FormData. */
export type RequestOf<E extends CallParts> = (E["params"] extends Schema ? { params: Input<E["params"]> } : unknown) &
  (E["query"] extends Schema ? { query?: Input<E["query"]> } : unknown) &
  (E["body"] extends Schema ? { body: Input<E["body"]> } : unknown) &
  (E["multipart"] extends Form ? { form: object } : unknown);

export type ResponseOf<E extends CallParts> = z.output<E["reply"]>;
