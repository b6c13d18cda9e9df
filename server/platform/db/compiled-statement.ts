import type { CompiledQuery } from "kysely";
import type { ReadDb } from "#server/platform/db/client.ts";

/** Stands for a value while its statement is compiled. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  [Symbol.toPrimitive](): never {
    throw new Error(
      `the value ${this.name} is only known when the statement runs: pass what depends on it as a variant`,
    );
  }
  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

const standIns = new Proxy({}, { get: (_, name) => new Parameter(String(name)) });

/** What Kysely compiles: a query, or a template of SQL. */
interface Compilable<Row> {
  compile(db: ReadDb): CompiledQuery<Row>;
}

/**
 * A statement whose SQL is built and compiled once in a process, which takes longer than its other work in the app. It is
 * written as any other one, with the values as parameters.
 * @param build gets a stand-in for each value, on which nothing but the SQL may depend
 * @returns runs the statement. A variant, for what depends on more than values, has a text of its own: there must be few
 */
export function compileOnce<Row, Values extends object, Variant = undefined>(
  build: (values: Values, variant: Variant, db: ReadDb) => Compilable<Row>,
): (db: ReadDb, values: Values, ...variant: Variant extends undefined ? [] : [Variant]) => Promise<Row[]> {
  const compiledByVariant = new Map<string, CompiledQuery<Row>>();

  function compile(db: ReadDb, variant: Variant): CompiledQuery<Row> {
    const [compiled, again] = [0, 1].map(() => build(standIns as Values, variant, db).compile(db));
    if (!compiled || !again) throw new Error("nothing was compiled");
    const constants = ({ sql, parameters }: CompiledQuery) =>
      JSON.stringify([sql, parameters.map((one) => (one instanceof Parameter ? one.name : one))]);
    // Such as a new id, of which all rows would get the first.
    if (constants(compiled) !== constants(again))
      throw new Error("a compiled statement has a value that differs each time: pass it as a value");
    return compiled;
  }

  return async (db, values, ...rest) => {
    const variant = rest[0] as Variant;
    const key = JSON.stringify(variant) ?? "";
    const compiled = compiledByVariant.get(key) ?? compile(db, variant);
    compiledByVariant.set(key, compiled);
    const parameters = compiled.parameters.map((one) =>
      one instanceof Parameter ? values[one.name as keyof Values] : one,
    );
    const executor = db.getExecutor();
    // As Kysely does before it compiles: `transactStatement` counts statements there.
    executor.transformQuery(compiled.query, compiled.queryId);
    return (await executor.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
