import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import type { ImportFile, ImportReport, ImportRequest } from "#domain/csv/import-report.ts";
import { type Route, route } from "../http/route.ts";
import { reportImport } from "./check-import.ts";
import type { ImportNoun } from "./import-noun.ts";
import { runImport } from "./run-import.ts";

type None = z.ZodUndefined;
type NoParams = z.ZodType<undefined, undefined>;
type CheckCall = Call<NoParams, None, typeof ImportFile, typeof ImportReport, "editor" | "owner", None>;
type ImportCall = Call<
  NoParams,
  None,
  typeof ImportRequest,
  typeof ImportReport.shape.counts,
  "editor" | "owner",
  None
>;

/** The two calls of a noun's import: what a file would do, and doing it. */
export function importRoutes<Column extends string, Work>(
  check: CheckCall,
  run: ImportCall,
  noun: ImportNoun<Column, Work>,
): Route[] {
  return [
    route(check, ({ deps, body }) => reportImport(deps, noun, body)),
    route(run, ({ deps, caller, body }) => runImport(deps, caller, noun, body)),
  ];
}
