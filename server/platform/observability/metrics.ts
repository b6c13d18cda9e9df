import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** Metrics of this process for Prometheus. Labels never hold ids, addresses or names. */
export const registry = new Registry();

/** From cached pages to image processing. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
  new Counter({ name: `spotter_${name}`, help, labelNames, registers: [registry] });

const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
  new Gauge({ name: `spotter_${name}`, help, labelNames, registers: [registry] });

export const requests = new Histogram({
  name: "spotter_http_request_duration_seconds",
  help: "Duration of HTTP requests by route pattern",
  labelNames: ["method", "route", "status"],
  buckets: REQUEST_SECONDS,
  registers: [registry],
});

export const photoStoreRequests = new Histogram({
  name: "spotter_photo_store_request_duration_seconds",
  help: "Duration of operations on the S3 store with their retries, until the headers of the response",
  labelNames: ["operation", "outcome"],
  buckets: REQUEST_SECONDS,
  registers: [registry],
});

export const photoStoreFailures = counter(
  "photo_store_failures_total",
  "Failed operations on the S3 store after their retries; `stream` is a download that broke",
  "operation",
);

export const jobsSent = counter("jobs_sent_total", "Jobs sent, counted after commit", "kind");
export const jobsDone = counter("jobs_done_total", "Jobs completed", "kind");
export const jobsFailed = counter("jobs_failed_total", "Failed job attempts", "kind");
export const jobsRetried = counter("jobs_retried_total", "Failed job attempts that are retried", "kind");
export const jobsLost = counter("jobs_failed_for_good_total", "Jobs that failed permanently", "kind");

export const securityEvents = counter(
  "security_events_total",
  "Logins, rejections and account changes",
  "kind",
  "outcome",
);

export const ledgerEntries = counter("ledger_entries_total", "Ledger entries, counted after commit", "kind");

export const untrustedProxyRequests = counter(
  "untrusted_proxy_requests_total",
  "Requests with X-Forwarded-For from an address that TRUST_PROXY does not name",
);

export const signUps = counter("sign_ups_total", "Accounts created, by what led to them", "via");

export const notices = counter("notices_total", "Notices from outside, counted after commit", "kind");

export const staffLooks = counter(
  "staff_looks_total",
  "Looks of staff at the evidence of a case, by their role and what let them: a claim, or a reason that they gave",
  "role",
  "access",
);

export const newsletterConfirmations = counter(
  "newsletter_confirmations_total",
  "Newsletter forms that bring a confirmation email, by whether it is sent or above the limit of an hour",
  "outcome",
);

export const newMemberAlerts = counter(
  "new_member_alerts_total",
  "Notifications that somebody new fits, before quiet hours and a last check",
);

export const matches = counter("matches_total", "Matches, counted after commit");

export const workoutDates = counter("workout_dates_total", "Workout dates by event, each counted once", "event");

export const rankings = counter("rankings_total", "Browse lists, by what ranked them", "by");

export const replicaReads = counter(
  "replica_reads_total",
  "Reads that may lag, by the server that answered and why",
  "by",
  "why",
);

export const dateShares = counter("date_shares_total", "Workout dates shared with trusted contacts, by event", "event");

export const pubsubPublished = counter("pubsub_published_total", "Events published to other processes");
export const pubsubDeliveries = counter("pubsub_deliveries_total", "Events sent to another process, for each", "via");
export const pubsubReceived = counter("pubsub_received_total", "Events received from other processes", "via");
export const pubsubUnwanted = counter(
  "pubsub_received_unwanted_total",
  "Received events about members without sockets at this process",
);
export const pubsubForged = counter(
  "pubsub_forged_total",
  "Events that came over Redis without a signature of this app, and were dropped",
);
export const pubsubGaps = counter("pubsub_gaps_total", "Times that events may have been lost and devices catch up");

/** Set at each scrape. */
export const gauges = {
  sockets: gauge("sockets", "Open sockets of members"),
  presentPages: gauge("present_pages", "Visible pages of members"),
  poolTotal: gauge("database_pool_connections", "Open database connections"),
  poolMax: gauge("database_pool_connections_max", "Size of the database connection pool"),
  poolIdle: gauge("database_pool_idle", "Idle database connections"),
  poolWaiting: gauge("database_pool_waiting", "Queries that wait for a database connection"),
  listedMembers: gauge(
    "listed_members",
    "Members in the search index without demo members, by whether they share a training week; up to ten minutes old",
    "training",
  ),
  replicaLag: gauge("replica_lag_seconds", "The age of what the replica shows, at most; infinite if it is unreachable"),
  redisUp: gauge(
    "redis_up",
    "1 if Redis works; 0 if events do not reach other processes, or limits count per process",
    "use",
  ),
  databaseUp: gauge("database_up", "1 if the database responded; else the job gauges are left out"),
  jobsWaiting: gauge("jobs_waiting", "Jobs that wait for their start time or a worker", "kind"),
  jobsLate: gauge("jobs_late_seconds", "How long the oldest due job has been waiting", "kind"),
  scheduleAge: gauge("schedule_age_seconds", "Seconds since a worker has looked at the schedule; all workers together"),
  casesOpen: gauge(
    "cases_open",
    "Open cases, with notices that lead to no member, by their most urgent item",
    "urgency",
  ),
  casesOverdue: gauge("cases_overdue", "Those of them that should be decided by now", "urgency"),
  jobsFailedKept: gauge("jobs_failed_for_good", "Permanently failed jobs that are kept, at most a minute old", "kind"),
};
