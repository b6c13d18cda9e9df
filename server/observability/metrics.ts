import { Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * What this process counts, for Prometheus; each process tells its own. Labels are kinds, patterns of routes and numbers of
 * statuses: never an id, an address or a name.
 */
export const registry = new Registry();

/** From a page that is at hand to a picture that is being made. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
  new Counter({ name: `spotter_${name}`, help, labelNames, registers: [registry] });

const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
  new Gauge({ name: `spotter_${name}`, help, labelNames, registers: [registry] });

export const requests = new Histogram({
  name: "spotter_http_request_duration_seconds",
  help: "Requests that were answered, by the pattern of their route",
  labelNames: ["method", "route", "status"],
  buckets: REQUEST_SECONDS,
  registers: [registry],
});

export const jobsSent = counter("jobs_sent_total", "Jobs sent, counted after their commit", "kind");
export const jobsDone = counter("jobs_done_total", "Jobs done", "kind");
export const jobsFailed = counter("jobs_failed_total", "Tries of jobs that failed, whatever came after", "kind");
export const jobsRetried = counter("jobs_retried_total", "Tries that failed and come again", "kind");
export const jobsLost = counter("jobs_failed_for_good_total", "Jobs whose last try failed", "kind");

export const securityEvents = counter(
  "security_events_total",
  "Logins, refusals and changes of accounts",
  "kind",
  "outcome",
);

export const ledgerEntries = counter("ledger_entries_total", "Entries of wallets, counted after their commit", "kind");

/** What is so at the moment in which somebody asks. */
export const now = {
  sockets: gauge("sockets", "Sockets of members that are open"),
  looking: gauge("looking", "Pages that somebody looks at"),
  poolTotal: gauge("database_pool_connections", "Connections to the database that are open"),
  poolMax: gauge("database_pool_connections_max", "Connections to the database, at most"),
  poolIdle: gauge("database_pool_idle", "Connections to the database that nobody uses"),
  poolWaiting: gauge("database_pool_waiting", "Who waits for a connection to the database"),
  databaseUp: gauge("database_up", "Whether the database told what follows; else it is left out"),
  jobsWaiting: gauge("jobs_waiting", "Jobs that wait for their time or for a worker", "kind"),
  jobsLate: gauge("jobs_late_seconds", "How long the oldest job waits whose time has come", "kind"),
  jobsFailedKept: gauge(
    "jobs_failed_for_good",
    "Jobs that failed for good and are kept, as of the last minute",
    "kind",
  ),
};
