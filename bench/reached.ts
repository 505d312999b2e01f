import type { AcceptanceMeasure } from "./measure-acceptance.ts";
import type { BadInputMeasure } from "./measure-bad-input.ts";
import type { BodiesMeasure } from "./measure-bodies.ts";
import type { FirstPaintMeasure } from "./measure-first-paint.ts";
import type { FloorMeasure } from "./measure-floors.ts";
import type { GrowthMeasure } from "./measure-growth.ts";
import type { HeavyPageMeasure } from "./measure-heavy-page.ts";
import type { LiveMeasure } from "./measure-live.ts";
import type { MemoryMeasure } from "./measure-memory.ts";
import type { ProcessesMeasure } from "./measure-processes.ts";
import type { ScreensMeasure } from "./measure-screens.ts";
import type { StartsMeasure } from "./measure-starts.ts";
import type { ViewMeasure } from "./measure-view.ts";

/** Of one kind of database. A piece without a figure there is null. */
type OfPortal = {
  floors?: FloorMeasure | null;
  growth?: GrowthMeasure | null;
  starts?: StartsMeasure;
  memory?: MemoryMeasure;
  processes?: ProcessesMeasure | null;
  live?: LiveMeasure | null;
  screens?: ScreensMeasure | null;
  badInput?: BadInputMeasure | null;
  bodies?: BodiesMeasure;
  heavyPage?: HeavyPageMeasure;
};
/** What a run of the bench measured, or a part of it. */
export type Run = {
  server?: OfPortal;
  embedded?: OfPortal;
  acceptance?: AcceptanceMeasure;
  view?: ViewMeasure;
  firstPaint?: FirstPaintMeasure;
  gzipBytes?: Record<string, number>;
};

/** A figure beside what is asked of it. */
export type Reached = { what: string; found: number; asked: string; isReached: boolean };

/** A sixtieth of a second, as browsers round it. */
const A_FRAME_MS = 17;
const ANSWER_MS = 50;
const INTERACTION_MS = 100;
const LIST_MS = 100;
const OTHERS_WAIT_MS = 250;
const WORST_BODY_MS = 10;

const atMost = (what: string, found: number, most: number, unit = "") => ({
  what,
  found,
  asked: `≤ ${most}${unit}`,
  isReached: found <= most,
});
const atLeast = (what: string, found: number, least: number) => ({
  what,
  found,
  asked: `≥ ${least}`,
  isReached: found >= least,
});

/** The figures of a run that something is asked of, in the order of docs/performance.md. */
export function reachedBy(run: Run): Reached[] {
  const { server = {}, embedded = {}, acceptance, view, firstPaint, gzipBytes } = run;
  return [
    ...(server.floors ? ofFloors(server.floors) : []),
    ...(server.growth ? ofGrowth(server.growth) : []),
    ...(acceptance ? ofAcceptance(acceptance) : []),
    ...(view ? ofView(view) : []),
    ...(firstPaint ? ofFirstPaint(firstPaint) : []),
    ...(gzipBytes ? ofBytes(gzipBytes) : []),
    ...(server.screens ? ofScreens(server.screens) : []),
    ...ofProcess("server", server, { startMs: 600, idleMib: 150, loadedMib: 250 }),
    ...ofProcess("embedded", embedded, { startMs: 1000, idleMib: 300, loadedMib: 450 }),
    ...(server.processes
      ? [atLeast("lists, two processes of one, while cores last", server.processes.held.twoOfOne, 1.7)]
      : []),
    ...(server.live ? ofLive(server.live) : []),
    ...(server.badInput ? ofBadInput(server.badInput) : []),
    ...(server.bodies ? ofBodies(server.bodies) : []),
    ...(server.heavyPage ? ofHeavyPage(server.heavyPage) : []),
  ];
}

/** As a table of Markdown. */
export function writeReached(rows: readonly Reached[]): string {
  const lines = rows.map(
    ({ what, found, asked, isReached }) =>
      `| ${what} | ${found} | ${asked} | ${isReached ? "yes" : "**no**"} |`,
  );
  return ["| Measure | Figure | Asked | Reached |", "|---|---|---|---|", ...lines, ""].join("\n");
}

function ofFloors(calls: FloorMeasure): Reached[] {
  return Object.entries(calls).map(([name, { ms }]) =>
    atMost(`${name} beside nine others, p95`, ms.p95, ANSWER_MS, " ms"),
  );
}

function ofGrowth(sizes: GrowthMeasure): Reached[] {
  return sizes
    .slice(1)
    .flatMap(({ documents, ms }) =>
      Object.entries(ms).map(([name, { median }]) =>
        atMost(`${name} of ${documents}`, median, LIST_MS, " ms"),
      ),
    );
}

function ofAcceptance({ acceptMs, toSealedMs, tenAtOnceMs }: AcceptanceMeasure): Reached[] {
  return [
    atMost("acceptance until its answer, p95", acceptMs.p95, ANSWER_MS, " ms"),
    atMost("to the sealed PDF, median", toSealedMs.median, 200, " ms"),
    atMost("ten at once to their PDFs, p99", tenAtOnceMs.p99, 1000, " ms"),
  ];
}

function ofView({ scriptBytes, ofStatic }: ViewMeasure): Reached[] {
  return [
    atMost("shared document, script and style, bytes", scriptBytes, 30_000),
    atMost("its largest paint, times a static file", ofStatic, 1.1),
  ];
}

function ofFirstPaint({ screens }: FirstPaintMeasure): Reached[] {
  return Object.entries(screens).flatMap(([name, { largestPaintMs, requests, shift }]) => [
    atMost(`largest paint of ${name}`, largestPaintMs.median, 1200, " ms"),
    atMost(`requests of ${name}`, requests, 30),
    atMost(`layout shift of ${name}`, shift, 0),
  ]);
}

function ofBytes({ "/login": login, "/documents/type/PROPOSAL": list }: Record<string, number>): Reached[] {
  return [
    ...(login ? [atMost("script and style of login, bytes", login, 130_000)] : []),
    ...(list ? [atMost("script and style of list, bytes", list, 155_000)] : []),
  ];
}

function ofScreens({ answerMs, boardFrameMs, interactionMs }: ScreensMeasure): Reached[] {
  return [
    ...Object.entries(interactionMs).flatMap(([name, { here, slow }]) => [
      atMost(`${name}, p95`, here.p95, A_FRAME_MS, " ms"),
      atMost(`${name}, four times slower, p95`, slow.p95, INTERACTION_MS, " ms"),
    ]),
    ...Object.entries(answerMs).map(([name, { median }]) =>
      atMost(`answer: ${name}`, median, ANSWER_MS, " ms"),
    ),
    atMost("frames of a scrolled board, p95", boardFrameMs.p95, A_FRAME_MS, " ms"),
  ];
}

function ofProcess(
  database: string,
  { starts, memory }: OfPortal,
  asked: { startMs: number; idleMib: number; loadedMib: number },
): Reached[] {
  return [
    ...(starts
      ? [atMost(`start to ready, ${database}`, starts.warmStartMs.median, asked.startMs, " ms")]
      : []),
    ...(memory
      ? [
          atMost(`memory idle, ${database}`, memory.idle.own, asked.idleMib, " MiB"),
          atMost(`memory loaded, ${database}`, memory.loaded.own, asked.loadedMib, " MiB"),
        ]
      : []),
  ];
}

function ofLive({ toTheLastMs, kBAStream, streams }: LiveMeasure): Reached[] {
  return [
    atMost(`a change to the last of ${streams} open pages, median`, toTheLastMs.median, 100, " ms"),
    atMost("memory of an open page", kBAStream, 60, " kB"),
  ];
}

function ofBadInput(harms: BadInputMeasure): Reached[] {
  return Object.entries(harms).flatMap(([name, harm]) =>
    typeof harm === "number"
      ? []
      : [
          atMost(`another's list beside ${name}, p95`, harm.meanwhileMs.p95, OTHERS_WAIT_MS, " ms"),
          atMost("the same, its median beside that alone", harm.medianGrowth, 2, " times"),
        ],
  );
}

function ofBodies(calls: BodiesMeasure): Reached[] {
  return Object.entries(calls).map(([name, { smallMs, worstMs, worst }]) =>
    atMost(
      `processor of the worst body of ${name} (${worst}), beside ${smallMs} ms of a small one`,
      worstMs,
      WORST_BODY_MS,
      " ms",
    ),
  );
}

function ofHeavyPage({ others, saveMs, openMs }: HeavyPageMeasure): Reached[] {
  const meanwhile = Math.max(others.whileSavedMs.p95, others.whileOpenedMs.p95);
  return [
    atMost("page of 2 MB, saved", saveMs.median, 1000, " ms"),
    atMost("page of 2 MB, opened", openMs.median, 1000, " ms"),
    atMost("another's list beside a page of 2 MB, p95", meanwhile, OTHERS_WAIT_MS, " ms"),
  ];
}
