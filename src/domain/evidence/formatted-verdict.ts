import { formatForEverybody, isTimeZone } from "../format.ts";

/** What a verification came to. A program reads it as the exit code of the command line. */
export const EXIT_CODES = {
  /** Intact, and the signer is known. */
  intact: 0,
  "not-intact": 1,
  /** Intact in itself, and the signer is not known. */
  "unknown-signer": 2,
  /** Made by a newer version, so nothing is said of it. */
  unread: 3,
} as const;

export type Level = keyof typeof EXIT_CODES;

/** A verdict in words: a heading, sentences, and facts with their names. A fact may have several lines. */
export type FormattedVerdict = {
  level: Level;
  heading: string;
  sentences: string[];
  facts: [term: string, value: string][];
};

/** A moment in the zone that a record names, in the reader's own and in UTC. */
export function formatInstant(iso: string, zone: unknown, readersZone?: string): string {
  const isKnown = typeof zone === "string" && isTimeZone(zone);
  return formatForEverybody(iso, isKnown ? zone : "UTC", readersZone) || iso;
}

/** "3 bytes were added before the archive and 1 byte was added after the archive." Neither: an empty text. */
export function describeAdded(what: string, { before, after }: { before: number; after: number }): string {
  const counts = [[before, "before"] as const, [after, "after"] as const].flatMap(([count, place]) =>
    count > 0 ? [`${count === 1 ? "1 byte was" : `${count} bytes were`} added ${place} ${what}`] : [],
  );
  return counts.length === 0 ? "" : `${counts.join(" and ")}.`;
}
