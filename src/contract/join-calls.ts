import type { Call } from "./call.ts";

type Files = Record<string, Record<string, Call>>;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** All calls by name. Throws if two have the same name, or the same method and path. */
export function joinCalls<F extends Files>(files: F): Intersection<F[keyof F]> {
  const joined = new Map<string, Call>();
  const placeOf = new Map<string, string>();
  for (const [file, calls] of Object.entries(files)) {
    for (const [name, call] of Object.entries(calls)) {
      for (const key of [name, `${call.method} ${call.path.replaceAll(/\{\w+\}/g, "{}")}`]) {
        const other = placeOf.get(key);
        if (other)
          throw new Error(`${key} is declared twice: as ${other} and as ${file}.${name}. Rename one.`);
        placeOf.set(key, `${file}.${name}`);
      }
      joined.set(name, call);
    }
  }
  return Object.fromEntries(joined) as Intersection<F[keyof F]>;
}
