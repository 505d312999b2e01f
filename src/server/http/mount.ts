import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { z } from "zod";
import { ACTING_ORGANIZATION, API_BASE, type Call, CLIENT_VIEW, STEP_UP } from "#contract/call.ts";
import { describeConfirmation, needsConfirmation } from "#contract/confirmed-calls.ts";
import { type AnyCaller, type SignedIn, scopeOf } from "../access/gates.ts";
import { type ReadContext, readAsCaller } from "../access/read-as-caller.ts";
import { admit, admitViewer, READ_ONLY_VIEW, readSubject, requireCaller } from "../access/require-caller.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { withScope } from "../rls/scoped-db.ts";
import { fastifyPath } from "./declared-routes.ts";
import { KEYED_HEADERS, readKeyedRequest } from "./keyed-request.ts";
import { ANONYMOUS_BODY_BYTES, SIGNED_IN_BODY_BYTES } from "./read-bodies.ts";
import { limitKeyOf, limitKeyOfView, noteOrganization, readWithinLimit } from "./read-within-limit.ts";
import type { Answer, HandledRequest, Route } from "./route.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, known before a body is read and named in the log. */
    caller: AnyCaller | null;
    /** Whether the body had arrived when the caller was read. */
    isWhole: boolean;
  }
}

/** Throws unless this person has confirmed in this session that it is them, lately or by this proof. */
type Confirm = (
  deps: Deps,
  caller: Pick<SignedIn, "authUserId" | "sessionId" | "limitedTo">,
  proof: string | null,
) => Promise<void>;

/** Serves the calls of the contract: each is a read, a change, or an admin's view of the portal as a client. */
export function mountRoutes(
  app: FastifyInstance,
  deps: Deps,
  routes: readonly Route[],
  confirm: Confirm,
): void {
  app.decorateRequest("caller", null);
  app.decorateRequest("isWhole", false);
  for (const route of routes) {
    const { call } = route;
    const hasBody = !(call.body instanceof z.ZodUndefined);
    const readCaller = async (request: FastifyRequest) => {
      const { authorization } = request.headers;
      const [pass, actingFor] = [viewPassOf(request), actingForOf(call, request)];
      if (pass === undefined) request.caller = await requireCaller(deps, call.who, authorization, actingFor);
      else if (!call.isReading) throw READ_ONLY_VIEW;
      else
        request.caller = await readAsCaller(deps, await readSubject(deps, authorization), (context) =>
          admitViewer(deps, call.who, context, pass, actingFor),
        );
      request.isWhole = request.raw.complete;
    };
    /** A person may be removed while the body arrives. A read admits its caller after the body anyway. */
    const readCallerAgain = async (request: FastifyRequest) => {
      if (!request.isWhole) await readCaller(request);
    };
    app.route({
      method: call.method,
      url: fastifyPath(`${API_BASE}/${call.path}`),
      schema: schemaOf(call),
      config: { isData: true, isReading: call.isReading },
      bodyLimit: call.maxBodyBytes ?? (call.who === "public" ? ANONYMOUS_BODY_BYTES : SIGNED_IN_BODY_BYTES),
      // A read refuses its caller before it refuses their values.
      attachValidation: call.isReading,
      // Whatever else may come with a body refuses its caller before that is received.
      ...(call.method === "GET" ? {} : { onRequest: readCaller }),
      ...(!call.isReading && hasBody ? { preHandler: readCallerAgain } : {}),
      handler: async (request, reply) => {
        const answer = call.isReading
          ? await answerRead(deps, route, request, reply)
          : await answerChange(deps, route, request, confirm);
        return reply.header("cache-control", "no-store").send(answer);
      },
    });
  }
}

/** Gate, scope and answer are one transaction. `pass`: of an admin who sees the portal as a client. */
async function answerRead(
  deps: Deps,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer> {
  const { call, finish } = route;
  const pass = viewPassOf(request);
  const subject = await readSubject(deps, request.headers.authorization);
  // Without a token the database is not needed: most calls refuse here.
  if (!subject) admit(call.who, null, undefined);
  const key =
    pass === undefined ? limitKeyOf(call, subject, request) : limitKeyOfView(deps, call, subject, pass);
  const found = await readWithinLimit(deps.readLimiter, route, request, reply, key, () =>
    readAsCaller(deps, subject, (context) => {
      if (pass !== undefined) return handleInView(deps, route, request, context, pass);
      if (subject) noteOrganization(subject, context.known);
      const caller = admit(call.who, context.known, actingForOf(call, request));
      return handleFor(route.handle, deps, request, caller, context);
    }),
  );
  const isOfView = pass !== undefined && isPersonal(call);
  if (!finish || isOfView) return found;
  return { data: await finish(deps, found.data, () => !request.raw.socket.destroyed) };
}

/** Handles a read whose caller is admitted. Its values are refused after its caller. */
async function handleFor(
  handle: Route["handle"],
  deps: Deps,
  request: FastifyRequest,
  caller: AnyCaller,
  context: ReadContext,
  scope = scopeOf(caller),
): Promise<Answer> {
  request.caller = caller;
  if (request.validationError) throw request.validationError;
  return handle(handledRequest(request, caller, { ...deps, db: context.enter(scope) }));
}

/** The caller was read before the body. The use case confirms them inside its transaction (access/change.ts). */
async function answerChange(
  deps: Deps,
  { call, handle }: Route,
  request: FastifyRequest,
  confirm: Confirm,
): Promise<Answer> {
  const { caller, params, query, body } = request;
  if (!caller) throw new Error("A change is made whose caller has not been read.");
  const keyed = readKeyedRequest(deps, request, caller, call, [params, query, body]);
  const isConfirmed = caller.who !== "public" && needsConfirmation(call, body);
  const by = {
    ...caller,
    keyed,
    confirm: isConfirmed ? () => confirm(deps, caller, proofOf(request)) : null,
  };
  return handle(handledRequest(request, by, withScope(deps, scopeOf(caller))));
}

/** Answers an admin who sees the portal as a client, in the scope of a member; the draft of a preview in their own. */
async function handleInView(
  deps: Deps,
  { call, handle, handleView, handlePreview }: Route,
  request: FastifyRequest,
  context: ReadContext,
  pass: string,
): Promise<Answer> {
  const viewer = await admitViewer(deps, call.who, context, pass, actingForOf(call, request));
  const { id } = (request.params ?? {}) as { id?: string };
  if (handlePreview && "previewedId" in viewer && viewer.previewedId !== null && viewer.previewedId === id) {
    const { userProfileId } = viewer;
    return handleFor(handlePreview, deps, request, viewer, context, { role: "admin", userProfileId });
  }
  const answer = (isPersonal(call) ? handleView : handle) ?? refuseInView;
  return handleFor(answer, deps, request, viewer, context);
}

/** A view of the portal as a client has answers of its own to calls for one person. */
function isPersonal({ who }: Call): boolean {
  return who === "person" || who === "signed-in";
}

async function refuseInView(): Promise<never> {
  const message = "This is about one person only, so a view of the portal as a client has none of it.";
  throw new AppError("forbidden", message, { reason: CLIENT_VIEW });
}

function viewPassOf({ headers }: FastifyRequest): string | undefined {
  return headers[CLIENT_VIEW]?.toString();
}

/** The organization that the caller believes to act for, where that matters. */
function actingForOf({ reach }: Call, { headers }: FastifyRequest): string | undefined {
  return reach === "organization" ? headers[ACTING_ORGANIZATION]?.toString() : undefined;
}

function handledRequest(request: FastifyRequest, caller: AnyCaller, deps: Deps): HandledRequest {
  return {
    deps,
    caller,
    params: request.params,
    query: request.query,
    body: request.body,
    origin: { ipAddress: request.ip, userAgent: request.headers["user-agent"]?.slice(0, 500) ?? null },
    cookies: request.headers.cookie,
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
  const allSchemas = {
    params: call.params,
    querystring: call.query instanceof z.ZodUndefined ? z.strictObject({}) : call.query,
    body: call.body,
  };
  const schemas = Object.fromEntries(
    Object.entries(allSchemas).filter(([, schema]) => !(schema instanceof z.ZodUndefined)),
  );
  const isPaged = !(call.page instanceof z.ZodUndefined);
  const answered = { data: call.reply, ...(isPaged ? { page: call.page.optional() } : {}) };
  return {
    ...schemas,
    summary: call.summary,
    description: `Who: ${call.who}. Reaches the records of: ${call.reach}.${describeConfirmation(call)}`,
    tags: [call.path.split("/")[0] ?? ""],
    ...(call.isReading ? {} : { headers: KEYED_HEADERS }),
    ...(call.who === "public" ? { security: [] } : {}),
    response: { 200: z.object(answered) },
  } as FastifySchema;
}
