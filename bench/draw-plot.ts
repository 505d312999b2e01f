import { escapeHtml } from "#domain/escape-html.ts";

/** The values of one series in one row: a point at the median of the runs, a line from the smallest to the greatest. */
type Mark = { series: string; median: number; min: number; max: number };
export type RowPlot = {
  title: string;
  /** What the axis counts, with its unit. */
  axis: string;
  note: string;
  rows: { label: string; marks: Mark[] }[];
};
type Point = { x: number; y: number };
export type CurvePlot = {
  title: string;
  x: string;
  y: string;
  note: string;
  curves: { label: string; points: Point[] }[];
};

const WIDTH = 720;
const LEFT = 170;
const RIGHT = 24;
const TOP = 76;
const MARK_GAP = 15;
const ROW_GAP = 18;
const CURVES_HEIGHT = 280;
const LETTER = 6.6;

/** Both themes in one file: whoever shows it as an image gets the reader's own. */
const STYLE = `
  svg { font: 13px system-ui, sans-serif; --paper: #fff; --ink: #1f2328; --faint: #d8dee4; --quiet: #59636e;
    --a: #0b6e99; --b: #b35900; --c: #6f42c1; --d: #1a7f37; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #0d1117; --ink: #e6edf3; --faint: #30363d; --quiet: #9198a1;
      --a: #58b7e6; --b: #f0a45d; --c: #bc9cf5; --d: #57c46f; }
  }
  text { fill: var(--ink) } .quiet { fill: var(--quiet); font-size: 12px } .title { font-weight: 600; font-size: 15px }
  .paper { fill: var(--paper) } .grid { stroke: var(--faint) } .end { text-anchor: end } .middle { text-anchor: middle }`;
const COLOURS = ["a", "b", "c", "d"];
const colourOf = (at: number) => `var(--${COLOURS[at % COLOURS.length]})`;

/** Rows of points on one axis from zero. */
export function drawRows({ title, axis, note, rows }: RowPlot): string {
  const series = [...new Set(rows.flatMap(({ marks }) => marks.map((mark) => mark.series)))];
  const ticks = linearTicks(Math.max(...rows.flatMap(({ marks }) => marks.map(({ max }) => max))));
  const most = ticks.at(-1) ?? 1;
  const x = (value: number) => LEFT + (value / most) * (WIDTH - LEFT - RIGHT);
  const heights = rows.map(({ marks }) => marks.length * MARK_GAP + ROW_GAP);
  const bottom = TOP + heights.reduce((sum, height) => sum + height, 0);
  const body = rows.map(({ label, marks }, row) => {
    const top = TOP + heights.slice(0, row).reduce((sum, height) => sum + height, 0) + ROW_GAP / 2;
    const middle = top + (marks.length * MARK_GAP) / 2;
    const drawn = marks.map((mark, place) => {
      const y = round(top + (place + 0.5) * MARK_GAP);
      const colour = colourOf(series.indexOf(mark.series));
      const end = Math.max(x(mark.max), x(mark.median) + 5);
      return (
        `<line x1="${round(x(mark.min))}" x2="${round(x(mark.max))}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="3" opacity=".45"/>` +
        `<circle cx="${round(x(mark.median))}" cy="${y}" r="4.5" fill="${colour}"/>` +
        textBeside(end, y + 4, shown(mark.median), x(mark.min))
      );
    });
    return `<text class="end" x="${LEFT - 12}" y="${round(middle + 4)}">${escapeHtml(label)}</text>${drawn.join("")}`;
  });
  const grid = ticks.map(
    (tick) =>
      `<line class="grid" x1="${round(x(tick))}" x2="${round(x(tick))}" y1="${TOP}" y2="${bottom}"/>` +
      `<text class="quiet middle" x="${round(x(tick))}" y="${bottom + 18}">${shown(tick)}</text>`,
  );
  const caption = `<text class="quiet end" x="${WIDTH - RIGHT}" y="${bottom + 38}">${escapeHtml(axis)}</text>`;
  return frame(bottom + 52, title, note, [legend(series), ...grid, caption, ...body]);
}

/** To the right of the line, or to the left of it where the plot ends. */
function textBeside(end: number, y: number, text: string, start: number): string {
  const isOutside = end + 8 + text.length * LETTER > WIDTH;
  const place = isOutside
    ? `class="quiet end" x="${round(start - 8)}"`
    : `class="quiet" x="${round(end + 6)}"`;
  return `<text ${place} y="${round(y)}">${text}</text>`;
}

/** Curves on two logarithmic axes. */
export function drawCurves({ title, x: xTitle, y: yTitle, note, curves }: CurvePlot): string {
  const points = curves.flatMap((curve) => curve.points);
  const xs = decades(points.map((point) => point.x));
  const ys = decades(points.map((point) => point.y));
  const bottom = TOP + CURVES_HEIGHT;
  const x = (value: number) => 64 + share(value, xs) * (WIDTH - 64 - RIGHT);
  const y = (value: number) => bottom - share(value, ys) * CURVES_HEIGHT;
  const grid = [
    ...xs.map(
      (tick) =>
        `<line class="grid" x1="${round(x(tick))}" x2="${round(x(tick))}" y1="${TOP}" y2="${bottom}"/>` +
        `<text class="quiet middle" x="${round(x(tick))}" y="${bottom + 18}">${shown(tick)}</text>`,
    ),
    ...ys.map(
      (tick) =>
        `<line class="grid" x1="64" x2="${WIDTH - RIGHT}" y1="${round(y(tick))}" y2="${round(y(tick))}"/>` +
        `<text class="quiet end" x="56" y="${round(y(tick) + 4)}">${shown(tick)}</text>`,
    ),
    `<text class="quiet end" x="${WIDTH - RIGHT}" y="${bottom + 38}">${escapeHtml(xTitle)}</text>`,
    `<text class="quiet" x="72" y="${TOP + 14}">${escapeHtml(yTitle)}</text>`,
  ];
  const drawn = curves.map((curve, at) => {
    const path = curve.points.map((point) => `${round(x(point.x))},${round(y(point.y))}`).join(" ");
    const dots = curve.points.map(
      (point) => `<circle cx="${round(x(point.x))}" cy="${round(y(point.y))}" r="3" fill="${colourOf(at)}"/>`,
    );
    return `<polyline points="${path}" fill="none" stroke="${colourOf(at)}" stroke-width="2"/>${dots.join("")}`;
  });
  return frame(bottom + 52, title, note, [legend(curves.map(({ label }) => label)), ...grid, ...drawn]);
}

function frame(height: number, title: string, note: string, body: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeHtml(title)}">
<style>${STYLE}</style>
<rect class="paper" width="${WIDTH}" height="${height}"/>
<text class="title" x="16" y="26">${escapeHtml(title)}</text>
<text class="quiet" x="16" y="45">${escapeHtml(note)}</text>
${body.join("\n")}
</svg>
`;
}

function legend(labels: readonly string[]): string {
  let x = 16;
  return labels
    .map((label, at) => {
      const mark = `<circle cx="${round(x + 5)}" cy="61" r="4.5" fill="${colourOf(at)}"/><text x="${round(x + 14)}" y="65">${escapeHtml(label)}</text>`;
      x += 36 + label.length * LETTER;
      return mark;
    })
    .join("");
}

/** From zero to at least the greatest value, in steps of 1, 2 or 5. */
function linearTicks(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = power * ([1, 2, 5, 10].find((one) => one * power * 6 >= most) ?? 10);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/** The powers of ten around the values. */
function decades(values: readonly number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, at) => 10 ** (first + at));
}

function share(value: number, ticks: readonly number[]): number {
  const [first = 1, last = 10] = [ticks[0], ticks.at(-1)];
  return Math.log10(value / first) / Math.log10(last / first);
}

function shown(value: number): string {
  return value.toLocaleString(
    "en",
    value < 100 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 },
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
