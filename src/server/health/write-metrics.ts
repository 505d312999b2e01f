import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Gauge, Mailer, Sample } from "../deps.ts";
import { VERSION } from "../version.ts";
import type { StoredMails } from "./count-mails.ts";
import type { RequestFigures } from "./count-requests.ts";
import type { Readiness } from "./find-readiness.ts";

const delay = monitorEventLoopDelay();
delay.enable();

type MailFigures = {
  counts: Mailer["counts"];
  /** The mails of all processes; null: they could not be counted. */
  stored: StoredMails | null;
};

/** Everything that can be measured, in the text format of Prometheus. Few labels, whose values are a closed set. */
export function writeMetrics(
  requests: RequestFigures,
  readiness: Readiness,
  mail: MailFigures,
  gauges: readonly Gauge[],
): string {
  const { checks, waitingJobs, oldestJobSeconds, freeBytes } = readiness;
  const byStatus = [...requests.counts].map(([status, count]): Sample => [{ status }, count]);
  const byCheck = Object.entries(checks).map(([check, found]): Sample => [{ check }, found === "ok" ? 1 : 0]);
  const byOutcome = Object.entries(mail.counts).map(([status, count]): Sample => [{ status }, count]);
  const lines = [
    ...metric("counterpart_info", "gauge", "The version that runs", [[{ version: VERSION }, 1]]),
    ...metric("counterpart_requests_total", "counter", "Answered requests", byStatus),
    ...histogram("counterpart_request_seconds", "How long requests took", requests),
    ...metric("counterpart_ready", "gauge", "1 for each check of /readyz that is ok", byCheck),
    ...gauge("counterpart_jobs_waiting", "Jobs that could have started", waitingJobs),
    ...gauge("counterpart_oldest_job_seconds", "How long the oldest of them has waited", oldestJobSeconds),
    ...metric("counterpart_mails_total", "counter", "Emails sent, refused for good or deferred", byOutcome),
    ...gauge("counterpart_mails_queued", "Emails that wait to be sent", mail.stored?.queued ?? null),
    ...gauge("counterpart_mails_not_delivered", "Emails given up", mail.stored?.notDelivered ?? null),
    ...gauge("counterpart_mails_bounced", "Emails given up that bounced", mail.stored?.bounced ?? null),
    ...gauge("counterpart_disk_free_bytes", "Free room in DATA_DIR", freeBytes),
    ...gauges.flatMap(({ name, help, samples }) => metric(name, "gauge", help, samples)),
    ...gauge("process_resident_memory_bytes", "Memory of this process", process.memoryUsage.rss()),
    ...gauge("process_start_time_seconds", "When this process started", Date.now() / 1000 - process.uptime()),
    ...gauge("nodejs_eventloop_lag_p99_seconds", "Delay of the event loop", delay.percentile(99) / 1e9),
  ];
  return `${lines.join("\n")}\n`;
}

function gauge(name: string, help: string, value: number | null): string[] {
  return value === null ? [] : metric(name, "gauge", help, [[{}, value]]);
}

function histogram(name: string, help: string, { buckets, total, seconds }: RequestFigures): string[] {
  const within = buckets.map(({ atMost, count }) => sample(`${name}_bucket`, [{ le: atMost }, count]));
  return [
    ...metric(name, "histogram", help, []),
    ...within,
    sample(`${name}_bucket`, [{ le: "+Inf" }, total]),
    sample(`${name}_sum`, [{}, seconds]),
    sample(`${name}_count`, [{}, total]),
  ];
}

function metric(name: string, type: string, help: string, samples: readonly Sample[]): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((one) => sample(name, one))];
}

/** The values of our labels need no escaping. */
function sample(name: string, [labels, value]: Sample): string {
  const pairs = Object.entries(labels).map(([label, of]) => `${label}="${of}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
}
