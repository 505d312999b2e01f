/** What a paste did not bring, by kind. */
export type LeftOut = {
  /** All of it, because it is too long. */
  isTooLong: boolean;
  comments: number;
  hiddenTexts: number;
  hiddenCells: number;
  deletions: number;
  embedded: number;
  pictures: Lost[];
  files: Lost[];
};
/** A picture or file that could not come, by its alternative text or name. */
export type Lost = { name: string; why: string };

const KINDS = ["heading", "paragraph", "list", "table", "quote", "code", "line", "picture"] as const;
export type PastedKind = (typeof KINDS)[number];

export type PasteReport = { came: Readonly<Record<PastedKind, number>>; leftOut: LeftOut };

export function noneLeftOut(): LeftOut {
  const counts = { comments: 0, hiddenTexts: 0, hiddenCells: 0, deletions: 0, embedded: 0 };
  return { isTooLong: false, ...counts, pictures: [], files: [] };
}

export function countCame(kinds: readonly PastedKind[]): PasteReport["came"] {
  const counts = KINDS.map((kind) => [kind, kinds.filter((one) => one === kind).length]);
  return Object.fromEntries(counts) as PasteReport["came"];
}

/** What came, as a sentence. Empty if nothing came and nothing was left out. */
export function describeCame({ came, leftOut }: PasteReport): string {
  const words = KINDS.filter((kind) => came[kind] > 0).map((kind) =>
    kind === "code"
      ? counted(came.code, "piece of code", "pieces of code")
      : counted(came[kind], kind, `${kind}s`),
  );
  if (words.length > 0) return `Pasted ${enumerate(words)}.`;
  return describeLeftOut({ came: countCame([]), leftOut }) === "" ? "" : "Nothing was pasted.";
}

/** What was left out, as a sentence. Empty if nothing was. */
export function describeLeftOut({ leftOut }: PasteReport): string {
  if (leftOut.isTooLong) return "It is too long to be pasted at once. Paste it in parts.";
  const words = leftOutWords(leftOut);
  return words.length > 0 ? `Left out: ${words.join(", ")}.` : "";
}

function leftOutWords(leftOut: LeftOut): string[] {
  const count = (many: number, one: string, more = `${one}s`) =>
    many === 0 ? [] : [`${many} ${many === 1 ? one : more}`];
  return [
    ...count(leftOut.comments, "comment"),
    ...count(leftOut.hiddenTexts, "hidden text"),
    ...count(leftOut.hiddenCells, "hidden cell"),
    ...count(leftOut.deletions, "deleted text"),
    ...count(leftOut.embedded, "embedded object"),
    ...lostWords(leftOut.pictures, "picture"),
    ...lostWords(leftOut.files, "file"),
  ];
}

/** Those with the same reason together. */
function lostWords(lost: readonly Lost[], what: string): string[] {
  return Object.entries(Object.groupBy(lost, ({ why }) => why)).map(([why, same = []]) => {
    const names = same.map(({ name }) => name.trim()).filter((name) => name !== "");
    const shown = names.slice(0, MAX_NAMES).map((name) => `“${shorten(name)}”`);
    const named = names.length > MAX_NAMES ? [...shown, "…"] : shown;
    const about = named.length > 0 ? `${named.join(", ")}: ${why}` : why;
    return `${same.length} ${what}${same.length === 1 ? "" : "s"} (${about})`;
  });
}

const MAX_NAMES = 3;
const MAX_NAME_LENGTH = 60;

function shorten(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).toWellFormed()}…` : name;
}

function counted(many: number, one: string, more: string): string {
  return many === 1 ? `a ${one}` : `${many} ${more}`;
}

function enumerate(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");
}
