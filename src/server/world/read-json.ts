import { type JSONVisitor, printParseErrorCode, visit } from "jsonc-parser";
import { exact } from "#domain/decimal.ts";
import { type WorldError, WorldRefusedError } from "./world-error.ts";

const MAX_DEPTH = 100;

/** Messages for the parser's errors, for people who write a file. */
const FAULTS: Record<string, string> = {
  ValueExpected: "Expected a value",
  PropertyNameExpected: "Expected a name in double quotes",
  InvalidSymbol: "Expected a value, or a name in double quotes",
  ColonExpected: 'Expected ":"',
  CommaExpected: 'Expected "," or the end of what was begun',
  CloseBraceExpected: 'Expected "," or "}"',
  CloseBracketExpected: 'Expected "," or "]"',
  EndOfFileExpected: "Expected the end of the file",
  UnexpectedEndOfString: "A text that begins here has no end on its line; write a new line as \\n",
  UnexpectedEndOfNumber: "A number that begins here has no end",
  InvalidEscapeCharacter: 'A "\\" in this text must begin an escape such as \\n, \\" or \\\\',
  InvalidUnicode: 'A "\\u" in this text must be followed by four digits of a character, as in \\u00e9',
  InvalidCharacter: "A control character stands in this text; write it as \\u00…",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
};

/**
 * The value of a JSON text. Throws WorldRefusedError with the place of its first syntax error and of every repeated
 * name: JSON.parse would silently keep only the last of two lists with one name.
 */
export function readJson(text: string): unknown {
  const faults: WorldError[] = [];
  visit(text, findFaults(text, faults), { disallowComments: true });
  if (faults.length > 0) throw new WorldRefusedError(faults);
  return JSON.parse(text);
}

/** Stops at the first syntax error, because later errors may only follow from it. */
function findFaults(text: string, faults: WorldError[]): JSONVisitor {
  const namesByDepth: (Set<string> | null)[] = [];
  const problemAt = (line: number, column: number, message: string) =>
    faults.push({ place: `line ${line + 1}, column ${column + 1}`, message });
  const stop = (line: number, column: number, message: string) => {
    problemAt(line, column, message);
    throw new WorldRefusedError(faults);
  };
  const begin = (names: Set<string> | null, line: number, column: number) => {
    if (namesByDepth.push(names) <= MAX_DEPTH) return;
    stop(line, column, `Nested more than ${MAX_DEPTH} levels deep`);
  };
  const end = () => void namesByDepth.pop();
  return {
    onObjectBegin: (_offset, _length, line, column) => begin(new Set(), line, column),
    onObjectEnd: end,
    onArrayBegin: (_offset, _length, line, column) => begin(null, line, column),
    onArrayEnd: end,
    onObjectProperty(name, _offset, _length, line, column) {
      const names = namesByDepth.at(-1);
      if (names?.has(name)) problemAt(line, column, `The name "${name}" is there twice in one object`);
      names?.add(name);
    },
    onLiteralValue(value, offset, length, line, column) {
      if (typeof value !== "number" || exact(value).eq(exact(text.slice(offset, offset + length)))) return;
      problemAt(line, column, "This number has more digits than the portal can store");
    },
    onError(code, offset, _length, line, column) {
      const fault = FAULTS[printParseErrorCode(code)] ?? "This is no JSON";
      const isUnexpected = fault.startsWith("Expected");
      stop(line, column, isUnexpected ? `${fault}, found ${shown(text, offset)}` : fault);
    },
  };
}

function shown(text: string, at: number): string {
  const char = text.codePointAt(at);
  return char === undefined ? "the end of the file" : JSON.stringify(String.fromCodePoint(char));
}
