/** Where a JSON text is wrong. Lines and columns count from 1. */
export type JsonFault = { line: number; column: number; message: string };

const MAX_DEPTH = 100;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const BLANK = /[ \t\r\n]*/y;

type Scope = { close: "}" | "]"; names: Set<string> | null };

class Stop extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/**
 * The first syntax error of a JSON text, and every name that an object has twice: JSON.parse tells the place
 * of only some errors, and silently drops all but the last of two equal names, which would lose a list.
 */
export function findJsonFaults(text: string): JsonFault[] {
  const faults: { offset: number; message: string }[] = [];
  try {
    scan(text, (offset, name) =>
      faults.push({ offset, message: `The name "${name}" is there twice in one object` }),
    );
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    faults.push({ offset: error.offset, message: error.message });
  }
  return faults.map(({ offset, message }) => ({ ...placeOf(text, offset), message }));
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - before.lastIndexOf("\n") };
}

function scan(text: string, onTwice: (offset: number, name: string) => void): void {
  const scopes: Scope[] = [];
  let at = skipBlank(text, 0);
  let mayClose = false;

  while (true) {
    const scope = scopes.at(-1);
    if (mayClose && scope && text[at] === scope.close) {
      scopes.pop();
      at = skipBlank(text, at + 1);
    } else {
      if (scope?.names) {
        const end = skipString(text, at, `Expected a name in double quotes${mayClose ? ' or "}"' : ""}`);
        const name = readName(text.slice(at, end));
        if (scope.names.has(name)) onTwice(at, name);
        scope.names.add(name);
        at = expect(text, skipBlank(text, end), ":");
      }
      const opened = openedBy(text[at]);
      if (opened) {
        if (scopes.length === MAX_DEPTH) throw new Stop(at, `Nested more than ${MAX_DEPTH} levels deep`);
        scopes.push(opened);
        at = skipBlank(text, at + 1);
        mayClose = true;
        continue;
      }
      at = skipBlank(text, skipSimpleValue(text, at));
    }

    // A value has just ended: go up through all that end with it, or on to the next one.
    mayClose = false;
    const around = scopes.at(-1);
    if (!around) break;
    if (text[at] === ",") at = skipBlank(text, at + 1);
    else if (text[at] === around.close) mayClose = true;
    else throw new Stop(at, `Expected "," or "${around.close}", found ${shown(text, at)}`);
  }
  if (at < text.length) throw new Stop(at, `Expected the end of the file, found ${shown(text, at)}`);
}

function openedBy(char: string | undefined): Scope | null {
  if (char === "{") return { close: "}", names: new Set() };
  if (char === "[") return { close: "]", names: null };
  return null;
}

function readName(quoted: string): string {
  return JSON.parse(quoted) as string;
}

function skipBlank(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.test(text);
  return BLANK.lastIndex;
}

function expect(text: string, at: number, char: string): number {
  if (text[at] !== char) throw new Stop(at, `Expected "${char}", found ${shown(text, at)}`);
  return skipBlank(text, at + 1);
}

function skipSimpleValue(text: string, at: number): number {
  if (text[at] === '"') return skipString(text, at, "");
  LITERAL.lastIndex = at;
  if (!LITERAL.test(text)) throw new Stop(at, `Expected a value, found ${shown(text, at)}`);
  return LITERAL.lastIndex;
}

function skipString(text: string, start: number, otherwise: string): number {
  if (text[start] !== '"') throw new Stop(start, `${otherwise}, found ${shown(text, start)}`);
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x0a || code === 0x0d)
      throw new Stop(at, "A text may not go over the end of a line; write \\n");
    if (code < 0x20) throw new Stop(at, "A control character in a text; write it as \\u00…");
    if (code !== 0x5c) {
      at += 1;
      continue;
    }
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text))
      throw new Stop(at, 'A "\\" in a text must begin an escape such as \\n, \\" or \\\\');
    at = ESCAPE.lastIndex;
  }
  throw new Stop(start, "A text that begins here has no end");
}

function shown(text: string, at: number): string {
  const char = text.codePointAt(at);
  return char === undefined ? "the end of the file" : JSON.stringify(String.fromCodePoint(char));
}
