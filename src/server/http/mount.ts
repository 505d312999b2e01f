import type { FastifyInstance, FastifyRequest, FastifySchema } from "fastify";
import { z } from "zod";
import { ACTING_ORGANIZATION, API_BASE, type Call, CLIENT_VIEW, STEP_UP } from "#contract/call.ts";
import type { AnyCaller, ClientViewer } from "../access/gates.ts";
import { believeCaller, requireCaller, requireClientViewer } from "../access/require-caller.ts";
import { scopeOf, scopeOfView } from "../access/scope-of.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import type { CallerScope } from "../wall/enter.ts";
import { readInScope } from "../wall/in-scope.ts";
import { type Believed, CallerChanged, readAsCaller, requireStill } from "../wall/read-as-caller.ts";
import { withScope } from "../wall/scoped-db.ts";
import { fastifyPath } from "./declared-routes.ts";
import { KEYED_HEADERS, readKeyedRequest } from "./keyed-request.ts";
import { ANONYMOUS_BODY_BYTES, SIGNED_IN_BODY_BYTES } from "./read-bodies.ts";
import { isLongAnswer, readInTurn } from "./read-in-turn.ts";
import type { Route } from "./route.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, known before the body is read. */
    caller: AnyCaller | null;
    /** Whether the whole body was there when the caller was asked for. */
    isWhole: boolean;
    /** The message that reads has to confirm the caller first. */
    belief: Believed | null;
  }
}

/**
 * Serves the calls of the contract. The caller is checked before the body is read, and again after a body that was not
 * there by then: sending one can take long enough for a person to be removed or signed out.
 */
export function mountRoutes(app: FastifyInstance, deps: Deps, routes: readonly Route[]): void {
  app.decorateRequest("caller", null);
  app.decorateRequest("belief", null);
  app.decorateRequest("isWhole", false);
  for (const route of routes) {
    const { call } = route;
    const settleCaller = async (request: FastifyRequest) => {
      request.belief = null;
      const { authorization, [ACTING_ORGANIZATION]: believed } = request.headers;
      const actingFor = call.reach === "organization" ? believed?.toString() : undefined;
      const pass = viewPassOf(request);
      request.caller =
        pass === undefined
          ? await requireCaller(deps, call.who, authorization, actingFor)
          : await requireClientViewer(deps, call, authorization, pass, actingFor);
      request.isWhole = request.raw.complete;
    };
    const settleAgain = async (request: FastifyRequest) => {
      if (!request.isWhole && !request.belief) await settleCaller(request);
    };
    const believe = async (request: FastifyRequest) => {
      const { authorization, [ACTING_ORGANIZATION]: believed } = request.headers;
      const actingFor = call.reach === "organization" ? believed?.toString() : undefined;
      // A proof can be used once, so its caller is certain.
      const isCertain = viewPassOf(request) !== undefined || proofOf(request) !== null;
      const found = isCertain ? null : await believeCaller(deps, call.who, authorization, actingFor);
      if (!found) return settleCaller(request);
      const { caller, ...belief } = found;
      request.caller = caller;
      request.belief = { ...belief, scope: scopeOf(call.who, caller as never) as CallerScope };
    };
    const isBelieved = route.isSelfConfirming || (isReadAsCaller(call) && deps.database.kind === "server");
    app.route({
      method: call.method,
      url: fastifyPath(`${API_BASE}/${call.path}`),
      schema: schemaOf(call),
      config: { isData: true, isReading: call.isReading },
      bodyLimit: call.maxBodyBytes ?? (call.who === "public" ? ANONYMOUS_BODY_BYTES : SIGNED_IN_BODY_BYTES),
      onRequest: isBelieved ? believe : settleCaller,
      ...(call.body instanceof z.ZodUndefined ? {} : { preHandler: settleAgain }),
      handler: async (request, reply) => {
        if (!request.caller) throw new Error("A call is answered whose caller is not settled.");
        const read = async (hasWaited: boolean) => {
          // Who waits for a turn may be removed meanwhile. A belief is confirmed by the read itself.
          if (hasWaited && !request.belief) await settleCaller(request);
          const caller = request.caller as AnyCaller;
          return viewPassOf(request) === undefined
            ? answerConfirmed(route, request, caller, deps, settleCaller)
            : answerView(route, request, caller, deps);
        };
        const answer = await readInTurn(deps.readTurns, route, request, reply, request.caller, read);
        return reply.header("cache-control", "no-store").send(answer);
      },
    });
  }
}

/** Whether the message that reads can confirm the caller. */
function isReadAsCaller({ isReading, who, body }: Call): boolean {
  return isReading && who !== "public" && body instanceof z.ZodUndefined;
}

function viewPassOf({ headers }: FastifyRequest): string | undefined {
  return headers[CLIENT_VIEW]?.toString();
}

/** Answers an admin who sees the portal as a client, in the scope of a member. */
function answerView(
  { call, handle, handleView, handlePreview }: Route,
  request: FastifyRequest,
  viewer: AnyCaller,
  deps: Deps,
): ReturnType<Route["handle"]> {
  if (handlePreview && isPreviewed(viewer, request)) {
    const scope = { role: "admin", userProfileId: viewer.userProfileId } as const;
    return readInScope(deps.database, scope, (db) =>
      handlePreview(askedBy(request, viewer, { ...deps, db }) as never),
    );
  }
  const isPersonal = call.who === "person" || call.who === "signed-in";
  const answer = isPersonal ? handleView : handle;
  if (!answer) {
    const message = "This is about one person only, so a view of the portal as a client has none of it.";
    throw new AppError("forbidden", message, { reason: CLIENT_VIEW });
  }
  return readInScope(deps.database, scopeOfView(call.who, viewer), (db) =>
    answer(askedBy(request, viewer, { ...deps, db }) as never),
  );
}

function isPreviewed(viewer: AnyCaller, { params }: FastifyRequest): viewer is ClientViewer {
  if (!("previewedId" in viewer) || viewer.previewedId === null) return false;
  return (params as { id?: string }).id === viewer.previewedId;
}

/** answerIn for a caller who may have to be confirmed. If they have changed, they are asked for again and then answered. */
async function answerConfirmed(
  route: Route,
  request: FastifyRequest,
  caller: AnyCaller,
  deps: Deps,
  settleCaller: (request: FastifyRequest) => Promise<void>,
): Promise<{ data: unknown; page?: unknown }> {
  const { belief } = request;
  if (!belief) return answerIn(route, request, caller, deps);
  try {
    if (!route.call.isReading) return await answerIn(route, request, caller, deps);
    if (route.isOfCaller) {
      await requireStill(deps.database, belief);
      return await route.handle(askedBy(request, caller, deps) as never);
    }
    const isLong = isLongAnswer(route.call, request.query);
    const read = await readAsCaller(deps.database, { ...belief, isLong }, (db) =>
      route.handle(askedBy(request, caller, { ...deps, db }) as never),
    );
    return finishRead(route, request, deps, read);
  } catch (error) {
    if (!(error instanceof CallerChanged)) throw error;
    await settleCaller(request);
    return answerIn(route, request, request.caller as AnyCaller, deps);
  }
}

/** Runs the call in the scope of its caller: a read in one transaction, a change in its own. */
async function answerIn(
  route: Route,
  request: FastifyRequest,
  caller: AnyCaller,
  deps: Deps,
): Promise<{ data: unknown; page?: unknown }> {
  const { call, handle } = route;
  const scope = scopeOf(call.who, caller as never);
  if (call.isReading) {
    const read = await readInScope(deps.database, scope, (db) =>
      handle(askedBy(request, caller, { ...deps, db }) as never),
    );
    return finishRead(route, request, deps, read);
  }
  const { params, query, body } = request;
  const keyed = readKeyedRequest(deps, request, caller, call, [params, query, body]);
  return handle(askedBy(request, { ...caller, keyed }, withScope(deps, scope)) as never);
}

async function finishRead(
  { finish }: Route,
  request: FastifyRequest,
  deps: Deps,
  read: { data: unknown; page?: unknown },
): Promise<{ data: unknown; page?: unknown }> {
  const isAwaited = () => !request.raw.socket.destroyed;
  return finish ? { data: await finish(deps, read.data, isAwaited) } : read;
}

function askedBy(request: FastifyRequest, caller: AnyCaller, deps: Deps) {
  return {
    deps,
    caller,
    params: request.params,
    query: request.query,
    body: request.body,
    origin: { ipAddress: request.ip, userAgent: request.headers["user-agent"]?.slice(0, 500) ?? null },
    proof: proofOf(request),
  };
}

function proofOf({ headers }: FastifyRequest): string | null {
  try {
    return headers[STEP_UP] === undefined ? null : decodeURIComponent(headers[STEP_UP].toString());
  } catch {
    return null;
  }
}

function schemaOf(call: Call): FastifySchema {
  const given = {
    params: call.params,
    querystring: call.query instanceof z.ZodUndefined ? z.strictObject({}) : call.query,
    body: call.body,
  };
  const asked = Object.fromEntries(
    Object.entries(given).filter(([, schema]) => !(schema instanceof z.ZodUndefined)),
  );
  const isPaged = !(call.page instanceof z.ZodUndefined);
  const answered = { data: call.reply, ...(isPaged ? { page: call.page.optional() } : {}) };
  return {
    ...asked,
    summary: call.summary,
    description: `Who: ${call.who}. Reaches the records of: ${call.reach}.`,
    tags: [call.path.split("/")[0] ?? ""],
    ...(call.isReading ? {} : { headers: KEYED_HEADERS }),
    ...(call.who === "public" ? { security: [] } : {}),
    response: { 200: z.object(answered) },
  } as FastifySchema;
}
