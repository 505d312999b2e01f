import { z } from "zod";
import type { Reach, Who } from "#domain/access/access.ts";

/** One call of the API as data; the server's routes, the typed client, OpenAPI and the access tests follow from it. */
export type Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  W extends Who = Who,
  Page extends z.ZodType = z.ZodType,
> = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below /api, parameters in braces: "unique-document/user/{id}". */
  path: string;
  who: W;
  /** Whose records it reaches; all others are as if they were not there. */
  reach: Reach;
  summary: string;
  /** It changes nothing, whatever its method. */
  isReading: boolean;
  params: Params;
  query: Query;
  body: Body;
  /** What stands in `data`. */
  reply: Reply;
  /** What stands in `page`, beside `data`, where a list is asked for with a limit. */
  page: Page;
};

/** The answer to a list that is asked for page by page. */
export type PageOf<C extends Call> = { data: z.output<C["reply"]>; page: z.output<C["page"]> };

export const API_BASE = "/api";

const NOTHING = z.undefined();

/** Declares a call; what it does not name, it does not take. */
export function defineCall<
  W extends Who,
  Reply extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Page extends z.ZodType = z.ZodUndefined,
>(call: {
  method: Call["method"];
  path: string;
  who: W;
  reach: Reach;
  summary: string;
  /** Said of a POST that only asks; every GET does. */
  isReading?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  reply: Reply;
  page?: Page;
}): Call<Params, Query, Body, Reply, W, Page> {
  const nothing = NOTHING as z.ZodType;
  return {
    ...call,
    isReading: call.isReading ?? call.method === "GET",
    params: call.params ?? (nothing as Params),
    query: call.query ?? (nothing as Query),
    body: call.body ?? (nothing as Body),
    page: call.page ?? (nothing as Page),
  };
}
