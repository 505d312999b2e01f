import { readFile, stat } from "node:fs/promises";
import type { z } from "zod";
import { hasNul, refuseLength, textsInside } from "#domain/storable-text.ts";
import {
  WORLD_LISTS,
  WORLD_VERSION,
  type WorldListName,
  type WorldRecord,
} from "#domain/world/world-file.ts";
import { describeReadError } from "../file-fault.ts";
import { readJson } from "./read-json.ts";
import { formatPath, type WorldError, WorldRefusedError } from "./world-error.ts";

/** A record with its place in the file: "documents[3]". */
export type Placed<Value> = { place: string; value: Value };

export type ParsedWorld = {
  lists: { [Name in WorldListName]: Placed<WorldRecord<Name>>[] };
  /** Records with faults of their own, so that references to them are not reported too. */
  broken: { [Name in WorldListName]: Record<string, unknown>[] };
  errors: WorldError[];
};

export const LIST_NAMES = Object.keys(WORLD_LISTS) as WorldListName[];

/** Reads every valid record, and reports the place of every fault. Throws if the text is not JSON. */
export function parseWorld(text: string): ParsedWorld {
  const json = readJson(text.replace(/^\uFEFF/, ""));
  const world: ParsedWorld = { lists: emptyLists(), broken: emptyLists(), errors: [] };
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw refused("line 1, column 1", 'Expected an object: { "worldVersion": 1, … }');
  }
  const { worldVersion, ...lists } = json as Record<string, unknown>;
  if (worldVersion !== WORLD_VERSION)
    world.errors.push({ place: "worldVersion", message: `Expected ${WORLD_VERSION}` });
  for (const [name, list] of Object.entries(lists)) {
    if (!Object.hasOwn(WORLD_LISTS, name)) {
      const message = `Not a part of a world file. Its parts: ${LIST_NAMES.join(", ")}`;
      world.errors.push({ place: name, message });
    } else if (!Array.isArray(list)) {
      world.errors.push({ place: name, message: "Expected a list: [ … ]" });
    } else {
      for (const [index, record] of list.entries()) parseRecord(world, name as WorldListName, index, record);
    }
  }
  return world;
}

function emptyLists<Lists>(): Lists {
  return Object.fromEntries(LIST_NAMES.map((name) => [name, []])) as Lists;
}

function parseRecord(world: ParsedWorld, name: WorldListName, index: number, record: unknown): void {
  const place = `${name}[${index}]`;
  const parsed = WORLD_LISTS[name].safeParse(record);
  const errors = [
    ...findUnstorableText(record),
    ...(parsed.error?.issues ?? []).map((issue) => ({ path: issue.path, message: messageOf(issue) })),
  ];
  world.errors.push(...errors.map(({ path, message }) => ({ place: place + formatPath(path), message })));
  if (parsed.success && errors.length === 0) {
    (world.lists[name] as Placed<unknown>[]).push({ place, value: parsed.data });
  } else if (typeof record === "object" && record !== null) {
    world.broken[name].push(record as Record<string, unknown>);
  }
}

function messageOf(issue: z.core.$ZodIssue): string {
  const isMissing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  return isMissing ? `Missing: expected ${issue.expected}` : issue.message;
}

/** Texts (names included) that the portal cannot store, each with its path. The value comes from JSON. */
function findUnstorableText(value: unknown): { path: (string | number)[]; message: string }[] {
  return [...textsInside(value)].flatMap(({ text, path }) => {
    const message = refuseText(text);
    return message ? [{ path: path(), message }] : [];
  });
}

function refuseText(text: string): string | null {
  if (hasNul(text)) return "The character \\u0000 cannot be kept; take it out";
  if (!text.isWellFormed())
    return "Half of a character (\\ud800 to \\udfff alone) cannot be kept; take it out";
  return refuseLength(text);
}

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 64 * MEGABYTE;

/** The text of a world file. Throws WorldRefusedError if the file cannot be read, is too large or is not UTF-8. */
export async function readWorldFile(path: string): Promise<string> {
  const { size } = await stat(path).catch((error: unknown) => refuseUnreadable(path, error));
  if (size > MAX_BYTES) {
    const megabytes = (size / MEGABYTE).toFixed(1);
    const limit = `at most ${MAX_BYTES / MEGABYTE} MB are loaded at once`;
    throw refused(path, `The file has ${megabytes} MB; ${limit}. Split it.`);
  }
  const bytes = await readFile(path).catch((error: unknown) => refuseUnreadable(path, error));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refused(path, "The file isn't UTF-8 text. Save it as UTF-8.");
  }
}

function refuseUnreadable(path: string, error: unknown): never {
  throw refused(path, `The file can't be read: ${describeReadError(error)}.`);
}

function refused(place: string, message: string): WorldRefusedError {
  return new WorldRefusedError([{ place, message }]);
}
