import { expect, test } from "vitest";
import { type Flow, simulateQueues } from "./simulate-queues.ts";

const ARRIVALS = 400_000;

function simulate(servers: number, perSecond: number, meanMs: number) {
  const flows: Flow[] = [{ name: "call", perSecond, visits: [{ station: "server", meanMs }] }];
  const {
    flows: [call],
    stations: [server],
  } = simulateQueues({
    stations: [{ name: "server", servers }],
    flows,
    seconds: ARRIVALS / perSecond,
    seed: 7,
  });
  if (!call || !server) throw new Error("The simulation has no result.");
  return { call, server };
}

/** The chance that an arrival waits, with `load` the mean number of busy servers (Erlang C). */
function erlangC(servers: number, load: number): number {
  let blocked = 1;
  for (let n = 1; n <= servers; n += 1) blocked = (load * blocked) / (n + load * blocked);
  return blocked / (1 - (load / servers) * (1 - blocked));
}

/** Within some per cent of what the theory says. */
function expectAbout(found: number, theory: number, percent = 3): void {
  expect(Math.abs(found / theory - 1) * 100).toBeLessThan(percent);
}

test.each([
  [0.3, 14.3],
  [0.5, 20],
  [0.8, 50],
])(
  "one server that is busy for %d of its time answers after %d ms of a mean call of 10 (M/M/1)",
  (busy, mean) => {
    const { call, server } = simulate(1, busy * 100, 10);
    expectAbout(call.mean, mean);
    expectAbout(server.busy, busy, 1);
    expectAbout(server.meanWaitMs, mean - 10, 5);
    // The time in the system is exponential: its quantiles follow from its mean.
    expectAbout(call.median, mean * Math.log(2));
    expectAbout(call.p95, mean * Math.log(20));
    expectAbout(call.p99, mean * Math.log(100), 5);
  },
);

test.each([
  [2, 0.7],
  [4, 0.9],
  [16, 0.9],
])(
  "%d servers with one line keep arrivals waiting as Erlang C says, busy for %d of their time (M/M/c)",
  (servers, busy) => {
    const { call, server } = simulate(servers, busy * servers * 100, 10);
    const wait = (erlangC(servers, servers * busy) * 10) / (servers * (1 - busy));
    expectAbout(server.meanWaitMs, wait, 5);
    expectAbout(call.mean, 10 + wait);
    expectAbout(server.busy, busy, 1);
  },
);

test("two stations after each other behave as if each were alone (Jackson)", () => {
  const visits = [
    { station: "portal", meanMs: 5 },
    { station: "database", meanMs: 4 },
  ];
  const {
    flows: [call],
  } = simulateQueues({
    stations: [
      { name: "portal", servers: 1 },
      { name: "database", servers: 1 },
    ],
    flows: [{ name: "call", perSecond: 150, visits }],
    seconds: ARRIVALS / 150,
    seed: 7,
  });
  expectAbout(call?.mean ?? 0, 5 / (1 - 0.75) + 4 / (1 - 0.6));
});

test("an overloaded server is always busy, and its line grows", () => {
  const { call, server } = simulate(1, 200, 10);
  expect(server.busy).toBeGreaterThan(0.99);
  expect(call.p99).toBeGreaterThan(100_000);
});

test("a seed gives the same result again, another seed another", () => {
  const model = (seed: number) =>
    simulateQueues({
      stations: [{ name: "server", servers: 1 }],
      flows: [{ name: "call", perSecond: 50, visits: [{ station: "server", meanMs: 10 }] }],
      seconds: 10,
      seed,
    });
  expect(model(1)).toEqual(model(1));
  expect(model(1)).not.toEqual(model(2));
});

test("a visit to a station that is not there is refused", () => {
  const flows = [{ name: "call", perSecond: 1, visits: [{ station: "nowhere", meanMs: 1 }] }];
  expect(() => simulateQueues({ stations: [], flows, seconds: 10, seed: 1 })).toThrow(
    "There is no station nowhere.",
  );
});
