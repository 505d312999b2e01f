import { z } from "zod";
import type { Reach, Who } from "#domain/access/access.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import { Id } from "#domain/id.ts";
import type { StaleAfter } from "./live.ts";

/** One call of the API as data. The server's routes, the typed client, OpenAPI and the access tests follow from it. */
export type Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  W extends Who = Who,
  Page extends z.ZodType = z.ZodType,
> = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path below /api, with parameters in braces: "unique-document/user/{id}". */
  path: string;
  who: W;
  /** Whose records the call reaches. Other records answer like missing ones. */
  reach: Reach;
  /** The live events after which screens fetch the answer again. */
  staleAfter: StaleAfter;
  summary: string;
  /** Whether the call changes nothing, whatever its method. */
  isReading: boolean;
  params: Params;
  query: Query;
  body: Body;
  /** The most bytes of a body, if it may be larger than others. */
  maxBodyBytes?: number | undefined;
  /** The schema of `data`. */
  reply: Reply;
  /** The schema of `page`, which stands beside `data` if a list is asked for with a limit. */
  page: Page;
};

export type PageOf<C extends Call> = { data: z.output<C["reply"]>; page: z.output<C["page"]> };

export const API_BASE = "/api";

/** The optional header with the id of the organization that the caller believes they act for; 409 if another one. */
export const ACTING_ORGANIZATION = "acting-organization";
export const ORGANIZATION_SWITCHED = "organization-switched";

/** The header of an admin who views the portal as a client, from openClientView; 403 if the request may change anything. */
export const CLIENT_VIEW = "client-view";

/**
 * The header of a re-authentication, such as before an acceptance: a code of the authenticator app, a passkey's
 * signature as JSON or, without either, the password as encodeURIComponent writes it.
 */
export const STEP_UP = "step-up";

export const IdParams = z.strictObject({ id: Id });

type NameIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;
type IdsIn<Path extends string> = [NameIn<Path>] extends [never] ? undefined : Record<NameIn<Path>, Id>;
/** The parameters in the braces of a path are ids, unless the call declares its own. */
type ParamsOf<Path extends string> = z.ZodType<IdsIn<Path>, IdsIn<Path>>;

type Parts<Params, Query, Body, Reply, Page> = {
  reach: Reach;
  staleAfter?: StaleAfter;
  summary: string;
  /** Set for a POST that only reads; every GET does. */
  isReading?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  maxBodyBytes?: number;
  reply: Reply;
  page?: Page;
};

/** Declares a call. A part that is left out is empty. */
export function defineCall<
  W extends Who,
  Reply extends z.ZodType,
  Path extends string,
  Params extends z.ZodType = ParamsOf<Path>,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Page extends z.ZodType = z.ZodUndefined,
>(
  method: Call["method"],
  path: Path,
  who: W,
  parts: Parts<Params, Query, Body, Reply, Page>,
): Call<Params, Query, Body, Reply, W, Page> {
  const nothing: z.ZodType = z.undefined();
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, Id]);
  const ids = names.length > 0 ? z.strictObject(Object.fromEntries(names)) : nothing;
  return {
    ...parts,
    method,
    path,
    who,
    staleAfter: parts.staleAfter ?? [],
    isReading: parts.isReading ?? method === "GET",
    params: parts.params ?? (ids as Params),
    query: parts.query ?? (nothing as Query),
    body: parts.body ?? (nothing as Body),
    page: parts.page ?? (nothing as Page),
  };
}

/** Declares a call of the company's people, which reaches the records of every organization. */
export function defineAdminCall<
  W extends AdminRole,
  Reply extends z.ZodType,
  Path extends string,
  Params extends z.ZodType = ParamsOf<Path>,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Page extends z.ZodType = z.ZodUndefined,
>(
  method: Call["method"],
  path: Path,
  who: W,
  parts: Omit<Parts<Params, Query, Body, Reply, Page>, "reach">,
): Call<Params, Query, Body, Reply, W, Page> {
  return defineCall(method, path, who, { ...parts, reach: "every-organization" });
}
