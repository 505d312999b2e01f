import type { Run } from "./read-results.ts";
import { medianOf } from "./read-results.ts";
import { type Flow, type Result, simulateQueues, type Visit } from "./simulate-queues.ts";

/** Milliseconds of processor time, the median of the kept runs. */
type Work = { portal: number; database: number; browser: number };
export type Measured = { list: Work; document: Work; profile: Work; accept: Work; told: Work };

export type Deployment = {
  organizations: number;
  /** Processes of the portal, cores of the database, and pages that browsers print at once. */
  portals: number;
  databaseCores: number;
  browsers: number;
  /** Whether a company's page hears of many changes at most once a second. The portal cannot do this yet. */
  isGathered?: boolean;
};

/** What happens in the busiest minute for each organization, a second. Assumed, not measured. */
export const SCREENS = 0.02;
export const DOCUMENTS = 1000;
const CALLS_A_SCREEN = { list: 0.5, document: 0.5, profile: 3 };
const OPENINGS_A_SCREEN = 1 / 5;
const ACCEPTANCES_A_SCREEN = 1 / 200;
/** An acceptance, its PDF and its mails tell the company. */
const EVENTS_AN_ACCEPTANCE = 5;
const ORGANIZATIONS_A_COMPANY_PAGE = 100;
/** `src/web/lib/follow-changes.ts` fetches once for all events within this time. */
const GATHER_SECONDS = 0.05;

/** Long enough to see some of the rarest work. */
const ACCEPTANCES = 60;
const MOST_SECONDS = 60_000;
/** A call computes in turns with the database. */
const TURNS = { list: 3, document: 6, profile: 2, accept: 12, told: 1 };

export function readMeasured(runs: readonly Run[]): Measured {
  const workOf = (name: "list" | "document" | "profile" | "accept"): Work => {
    const times = runs.map(({ server }) => server.serviceTimes[name]);
    return {
      portal: medianOf(times.map((one) => one.portalMs.median)),
      database: medianOf(times.map((one) => one.databaseMs.median)),
      browser: medianOf(times.map((one) => one.browserMs.median)),
    };
  };
  const live = runs.map(({ server }) => server.live);
  return {
    list: workOf("list"),
    document: workOf("document"),
    profile: workOf("profile"),
    accept: workOf("accept"),
    told: {
      portal: medianOf(live.map((one) => one.portalMs)),
      database: medianOf(live.map((one) => one.databaseMs)),
      browser: 0,
    },
  };
}

/** How often a second each kind of work comes. */
export function loadOf({ organizations, isGathered }: Deployment) {
  const screens = organizations * SCREENS;
  const accept = screens * ACCEPTANCES_A_SCREEN;
  const pages = organizations / ORGANIZATIONS_A_COMPANY_PAGE;
  const events = screens * OPENINGS_A_SCREEN + accept * EVENTS_AN_ACCEPTANCE;
  const fetches = events / (1 + events * (isGathered ? 1 : GATHER_SECONDS));
  return {
    list: screens * CALLS_A_SCREEN.list,
    document: screens * CALLS_A_SCREEN.document,
    profile: screens * CALLS_A_SCREEN.profile,
    accept,
    told: pages * (isGathered ? fetches : events),
    followed: pages * fetches,
  };
}

export type Forecast = Result & {
  /** The station with the busiest servers. */
  bottleneck: { name: string; busy: number };
};

export function forecast(deployment: Deployment, measured: Measured): Forecast {
  const { portals, databaseCores, browsers } = deployment;
  const load = loadOf(deployment);
  const flow = (name: keyof Measured, perSecond: number): Flow => ({
    name,
    perSecond,
    visits: visitsOf(measured[name], TURNS[name]),
  });
  const result = simulateQueues({
    stations: [
      { name: "portal", servers: portals },
      { name: "database", servers: databaseCores },
      { name: "browser", servers: browsers },
    ],
    flows: [
      flow("list", load.list + load.followed),
      flow("document", load.document),
      flow("profile", load.profile),
      flow("accept", load.accept),
      flow("told", load.told),
    ],
    seconds: Math.min(MOST_SECONDS, ACCEPTANCES / load.accept),
    seed: 13,
  });
  const [bottleneck] = result.stations.toSorted((a, b) => b.busy - a.busy);
  if (!bottleneck) throw new Error("The forecast has no station.");
  return { ...result, bottleneck };
}

function visitsOf({ portal, database, browser }: Work, turns: number): Visit[] {
  const turn: Visit[] = [
    { station: "portal", meanMs: portal / turns },
    { station: "database", meanMs: database / turns },
  ];
  const visits = Array.from({ length: turns }, () => turn).flat();
  return browser > 0 ? [...visits, { station: "browser", meanMs: browser }] : visits;
}
