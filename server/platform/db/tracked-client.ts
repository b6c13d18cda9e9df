import pg from "pg";

const READ_ONLY = "25006";
/** The message of `pg` after `query_timeout`, for which it has no code. */
const NO_ANSWER = "Query read timeout";

/** The server of a connection is a replica, although writes go there: a fail-over is in progress. */
export class ReadOnlyServerError extends Error {}

/** The part of `pg`'s connection that reports settings, which PostgreSQL sends without being asked. */
interface Reporter {
  on(event: "parameterStatus", listener: (status: { parameterName: string; parameterValue: string }) => void): void;
}

/** Knows whether its server has refused to write, or is a replica. */
export class TrackedClient extends pg.Client {
  /** The server has refused a write, as one that was demoted. It never writes again, as far as we know. */
  hasRefusedWrite = false;
  /** Undefined behind a pooler, which does not say. */
  isReplica: boolean | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // A promoted server reports the change.
    (this.connection as unknown as Reporter).on("parameterStatus", ({ parameterName, parameterValue }) => {
      if (parameterName === "in_hot_standby") this.isReplica = parameterValue === "on";
    });
  }

  override query(...args: unknown[]): never {
    // The overloads of `query` cannot be implemented without losing their types.
    const query = super.query.bind(this) as (...parameters: readonly unknown[]) => unknown;
    const result = query(...args);
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === READ_ONLY) this.hasRefusedWrite = true;
        // `pg` would let the next statement wait behind the one that has no answer.
        if ((error as Error).message === NO_ANSWER) void this.end();
      });
    return result as never;
  }
}
