import type { Call } from "./call.ts";

type Files = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Every call of the API by its name. A call that no file of this folder exports is not served, documented or tested. */
export const CALLS = joinCalls(import.meta.glob(["./**/*.ts", "!./**/*.test.ts"], { eager: true }));

/** The calls that the files export, by name. Throws if two have the same name, or the same method and path. */
export function joinCalls(files: Files): Readonly<Record<string, Call>> {
  const joined = new Map<string, Call>();
  const fileOf = new Map<string, string>();
  for (const [file, exported] of Object.entries(files)) {
    for (const [name, call] of Object.entries(exported)) {
      if (!isCall(call)) continue;
      for (const key of [name, `${call.method} ${call.path.replaceAll(/\{\w+\}/g, "{}")}`]) {
        const other = fileOf.get(key);
        if (other) throw new Error(`${key} is declared twice: in ${other} and in ${file}. Rename one.`);
        fileOf.set(key, file);
      }
      joined.set(name, call);
    }
  }
  return Object.fromEntries(joined);
}

/** Whether an export was made by defineCall. Some files also export schemas, functions and texts. */
function isCall(exported: unknown): exported is Call {
  return typeof exported === "object" && exported !== null && "isReading" in exported;
}
