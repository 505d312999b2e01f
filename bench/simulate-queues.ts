/** A place of work with some servers and one waiting line, first come first served. */
export type Station = { name: string; servers: number };
/** A visit takes an exponential time with this mean. */
export type Visit = { station: string; meanMs: number };
/** Arrivals are a Poisson process. Each makes its visits one after the other. */
export type Flow = { name: string; perSecond: number; visits: readonly Visit[] };
export type Model = { stations: readonly Station[]; flows: readonly Flow[]; seconds: number; seed: number };

/** Milliseconds from arrival to the end of the last visit. */
type FlowResult = { name: string; n: number; mean: number; median: number; p95: number; p99: number };
/** The share of the servers' time that was used, and the mean wait for one of them. */
type StationResult = { name: string; busy: number; meanWaitMs: number };
export type Result = { flows: FlowResult[]; stations: StationResult[] };

/** Queues fill before times count. */
const WARM_UP = 0.1;

type Job = { flow: number; visit: number; arrived: number; queued: number };
type Event = { at: number; job: Job; isArrival: boolean };
type Line = {
  station: Station;
  free: number;
  waiting: Job[];
  next: number;
  busyMs: number;
  waitMs: number;
  visits: number;
};

/** Simulates a network of queues event by event. The same model and seed give the same result. */
export function simulateQueues({ stations, flows, seconds, seed }: Model): Result {
  const draw = createRandom(seed);
  const exponential = (mean: number) => -mean * Math.log(1 - draw());
  const lines = new Map(stations.map((station) => [station.name, emptyLine(station)]));
  const times: number[][] = flows.map(() => []);
  const events = createHeap();
  const [countFrom, end] = [seconds * 1000 * WARM_UP, seconds * 1000];

  function arrive(flow: number, from: number): void {
    const { perSecond = 0 } = flows[flow] ?? {};
    if (perSecond <= 0) return;
    const at = from + exponential(1000 / perSecond);
    if (at < end) events.add({ at, isArrival: true, job: { flow, visit: 0, arrived: at, queued: at } });
  }

  function visitOf({ flow, visit }: Job): { line: Line; meanMs: number } | null {
    const asked = flows[flow]?.visits[visit];
    if (!asked) return null;
    const line = lines.get(asked.station);
    if (!line) throw new Error(`There is no station ${asked.station}.`);
    return { line, meanMs: asked.meanMs };
  }

  function enter(job: Job, now: number): void {
    const visit = visitOf(job);
    if (!visit) {
      if (job.arrived >= countFrom) times[job.flow]?.push(now - job.arrived);
      return;
    }
    job.queued = now;
    if (visit.line.free > 0) serve(job, visit.line, visit.meanMs, now);
    else visit.line.waiting.push(job);
  }

  function serve(job: Job, line: Line, meanMs: number, now: number): void {
    const takes = exponential(meanMs);
    line.free -= 1;
    line.busyMs += Math.max(0, Math.min(now + takes, end) - Math.max(now, countFrom));
    if (now >= countFrom) {
      line.visits += 1;
      line.waitMs += now - job.queued;
    }
    events.add({ at: now + takes, job, isArrival: false });
  }

  function leave(job: Job, now: number): void {
    const { line } = visitOf(job) ?? {};
    if (line) {
      line.free += 1;
      const following = takeFirst(line);
      const visit = following && visitOf(following);
      if (visit) serve(following, visit.line, visit.meanMs, now);
    }
    job.visit += 1;
    enter(job, now);
  }

  for (const flow of flows.keys()) arrive(flow, 0);
  for (let event = events.take(); event && event.at < end; event = events.take()) {
    if (!event.isArrival) leave(event.job, event.at);
    else {
      arrive(event.job.flow, event.at);
      enter(event.job, event.at);
    }
  }
  return {
    flows: flows.map(({ name }, at) => describe(name, times[at] ?? [])),
    stations: [...lines.values()].map(({ station, busyMs, waitMs, visits }) => ({
      name: station.name,
      busy: busyMs / (station.servers * (end - countFrom)),
      meanWaitMs: visits === 0 ? 0 : waitMs / visits,
    })),
  };
}

function emptyLine(station: Station): Line {
  return { station, free: station.servers, waiting: [], next: 0, busyMs: 0, waitMs: 0, visits: 0 };
}

/** Those that have left stay in the array until they are half of it: moving all others each time takes long. */
function takeFirst(line: Line): Job | undefined {
  const job = line.waiting[line.next];
  if (job) line.next += 1;
  if (line.next * 2 > line.waiting.length) {
    line.waiting = line.waiting.slice(line.next);
    line.next = 0;
  }
  return job;
}

function describe(name: string, times: readonly number[]): FlowResult {
  const sorted = times.toSorted((a, b) => a - b);
  const notExceededBy = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  const mean = sorted.reduce((sum, time) => sum + time, 0) / sorted.length;
  return {
    name,
    n: sorted.length,
    mean,
    median: notExceededBy(0.5),
    p95: notExceededBy(0.95),
    p99: notExceededBy(0.99),
  };
}

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A binary heap: the earliest event comes first. */
function createHeap() {
  const heap: Event[] = [];
  const atOf = (place: number) => heap[place]?.at ?? Number.POSITIVE_INFINITY;
  function swap(a: number, b: number): void {
    const [first, second] = [heap[a], heap[b]];
    if (first && second) [heap[a], heap[b]] = [second, first];
  }
  return {
    add(event: Event): void {
      let place = heap.push(event) - 1;
      for (let above = (place - 1) >> 1; place > 0 && atOf(above) > event.at; above = (place - 1) >> 1) {
        swap(place, above);
        place = above;
      }
    },
    take(): Event | undefined {
      swap(0, heap.length - 1);
      const first = heap.pop();
      for (let place = 0; ; ) {
        const left = 2 * place + 1;
        const smaller = atOf(left + 1) < atOf(left) ? left + 1 : left;
        if (atOf(smaller) >= atOf(place)) return first;
        swap(place, smaller);
        place = smaller;
      }
    },
  };
}
