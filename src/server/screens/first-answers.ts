import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getProfile } from "#contract/account.ts";
import { ACTING_ORGANIZATION, API_BASE, type Call } from "#contract/call.ts";
import { FIRST_ANSWERS, type FirstAnswer, type FirstAnswers } from "#contract/first-answers.ts";
import { CALLER_CALLS, type FirstCall, findScreen } from "#contract/screens.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { SIGN_IN_BASE } from "../identity/create-identity.ts";

/** A page does not wait longer for its answers: then its browser requests them. */
const MAX_WAIT_MS = 5000;

/**
 * The first answers of the page's screen; null if it needs none. They come from the portal's own calls with the
 * person's token, so a page has nothing that its person could not read.
 */
export async function firstAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FirstAnswers | null> {
  const found = findScreen(request.url.split("?")[0] ?? "");
  const { firstCalls } = found?.screen ?? {};
  if (!found || !firstCalls) return null;
  const answering = answerAll(app, request, reply, (organizationId) =>
    firstCalls({ params: found.params, now: new Date(), organizationId }),
  );
  return Promise.race([answering.catch(() => null), wait(MAX_WAIT_MS, null, { ref: false })]);
}

/** The element that carries the answers. */
export function embedAnswers(answers: FirstAnswers): string {
  // "<" is escaped, so no text can end the script element.
  const json = JSON.stringify(answers).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${FIRST_ANSWERS}">${json}</script>`;
}

async function answerAll(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  firstCalls: (organizationId: Id | null) => readonly FirstCall[],
): Promise<FirstAnswers | null> {
  const token = await readToken(app, request, reply);
  if (token === null) return { token, answers: [] };
  const headers = { ...headersOf(request), authorization: `Bearer ${token}` };
  const who = await Promise.all(
    CALLER_CALLS.map((call) => answer(app, request, headers, { call, input: {} })),
  );
  const profile = who.find((one) => one?.call === nameOf(getProfile))?.answer.data;
  const acting = (profile as UserProfile | null | undefined)?.activeOrganizationId ?? null;
  // Who switches in the meantime gets no answer about the other organization.
  const asMember = acting !== null ? { ...headers, [ACTING_ORGANIZATION]: acting } : headers;
  const screen = await Promise.all(firstCalls(acting).map((one) => answer(app, request, asMember, one)));
  return { token, answers: [...who, ...screen].filter((one) => one !== null) };
}

/** Null if no one is signed in. A session that the call renews is renewed in the browser too. */
async function readToken(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const { cookie } = request.headers;
  if (cookie === undefined) return null;
  const response = await app.inject({
    url: `${SIGN_IN_BASE}/token?optional=1`,
    headers: { ...headersOf(request), cookie },
    remoteAddress: request.ip,
  });
  for (const one of [response.headers["set-cookie"] ?? []].flat()) void reply.header("set-cookie", one);
  if (response.statusCode === 204) return null;
  return response.json<{ token: string }>().token;
}

/** Null if the server refuses the call or fails: the browser repeats it and shows the reason. */
async function answer(
  app: FastifyInstance,
  request: FastifyRequest,
  headers: Record<string, string>,
  { call, input, name }: FirstCall,
): Promise<FirstAnswer | null> {
  const response = await app.inject({
    method: call.method,
    url: addressOf(call, input),
    headers,
    remoteAddress: request.ip,
    ...(input.body !== undefined && { payload: input.body as object }),
  });
  if (response.statusCode !== 200) return null;
  return { reach: call.reach, call: nameOf(call), asked: name ?? input, answer: response.json() };
}

function headersOf({ headers, host }: FastifyRequest): Record<string, string> {
  return { host, "user-agent": headers["user-agent"] ?? "" };
}

function nameOf({ method, path }: Call): string {
  return `${method} ${path}`;
}

function addressOf({ path }: Call, { params = {}, query = {} }: FirstCall["input"]): string {
  const parameters = params as Record<string, string>;
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(parameters[name] ?? ""),
  );
  return `${API_BASE}/${filled}?${new URLSearchParams(query as Record<string, string>)}`;
}
