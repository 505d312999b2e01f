/** Tables with more columns scroll in a box of their own, if the screen has no room for them. */
const MAX_PLAIN_COLUMNS = 3;
/** The widths of columns, in letters, for which styles/tables.css has a class. Longer words break. */
const WIDTHS = [4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20] as const;
const MAX_WIDTH = 20;
/** The space between two columns, in letters. */
const GAP = 1.3;

const TABLE_TAG = /<(\/?)table(?=[\s>])[^>]*>/gi;
const ROW_OR_CELL = /<(tr|t[hd])(?=[\s>])([^>]*)>([^<]*(?:<(?!\/?(?:tr|t[hd])[\s>])[^<]*)*)/gi;
const NARROW = /[filjrtI.,:;'’|!()[\]/-]/;
const WIDE = /[mwMW@%—…]/;
/** Letters of scripts in which a line may break anywhere. */
const BREAKS_ANYWHERE = /[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Wide tables scroll in a box of their own. Only the shown HTML changes, not the stored one and its hash. */
export function withTableScrollContainers(html: string): string {
  let shown = "";
  let depth = 0;
  let start = 0;
  for (const tag of html.matchAll(TABLE_TAG)) {
    const isOpening = tag[1] === "";
    const end = tag.index + tag[0].length;
    if (isOpening && depth === 0) {
      shown += html.slice(start, tag.index);
      start = tag.index;
    }
    depth = Math.max(0, depth + (isOpening ? 1 : -1));
    if (isOpening || depth > 0) continue;
    shown += inBox(html.slice(start, end));
    start = end;
  }
  return shown + html.slice(start);
}

type Column = { letters: number; cellAt: number };

function inBox(table: string): string {
  const columns = widestCells(table);
  if (columns.length <= MAX_PLAIN_COLUMNS) return table;
  const classes = new Map(columns.map(({ letters, cellAt }) => [cellAt, ` class="rich-table--${letters}"`]));
  const sized = table.replace(ROW_OR_CELL, (cell: string, name: string, _, __, at: number) => {
    const afterName = name.length + 1;
    return `${cell.slice(0, afterName)}${classes.get(at) ?? ""}${cell.slice(afterName)}`;
  });
  const letters = columns.reduce((sum, column) => sum + column.letters + GAP, 0);
  // A table that is read from the right scrolls from there too.
  const [direction = ""] = / dir="\w+"/.exec(table.slice(0, table.indexOf(">"))) ?? [];
  return `<div class="rich-table"${direction} role="group" aria-label="Table" tabindex="0" data-letters="${letters.toFixed(1)}">${sized}</div>`;
}

/** Of each column the cell with the longest word, by its position in the HTML. */
function widestCells(table: string): Column[] {
  const columns: Column[] = [];
  let at = 0;
  for (const { 1: name = "", 2: attributes = "", 3: content = "", index } of table.matchAll(ROW_OR_CELL)) {
    if (name.toLowerCase() === "tr") {
      at = 0;
      continue;
    }
    const span = Math.min(100, Number(/\bcolspan="?(\d+)/i.exec(attributes)?.[1] ?? 1) || 1);
    for (let n = 0; n < span; n += 1) columns[at + n] ??= { letters: 0, cellAt: -1 };
    const letters = span === 1 ? longestWord(content) : 0;
    if (letters > (columns[at]?.letters ?? 0)) columns[at] = { letters, cellAt: index };
    at += span;
  }
  return columns.map(({ letters, cellAt }) => ({
    letters: WIDTHS.find((width) => width >= letters) ?? MAX_WIDTH,
    cellAt,
  }));
}

function longestWord(content: string): number {
  const words = content
    .replace(/<(?:br|p|li)[^>]*>/gi, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&#?\w+;/g, "_")
    .replace(BREAKS_ANYWHERE, " ")
    .split(/\s|(?<=-)/);
  return words.reduce((widest, word) => Math.max(widest, widthOf(word)), 0);
}

/** The width of a word in letters of average width, of which a line of tables.css has 0.58 em each. */
function widthOf(word: string): number {
  return [...word].reduce((sum, sign) => sum + (NARROW.test(sign) ? 0.55 : WIDE.test(sign) ? 1.55 : 1.05), 0);
}
