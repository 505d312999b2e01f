import type { z } from "zod";
import {
  ACTING_ORGANIZATION,
  API_BASE,
  type Call,
  ORGANIZATION_SWITCHED,
  type PageOf,
  STEP_UP,
} from "#contract/call.ts";
import { cachedOrganization, reportSwitch } from "./acting-organization.ts";
import { ApiError, apiErrorOf } from "./api-error.ts";
import { viewHeaders } from "./client-view.ts";
import { fetchPortal } from "./connection.ts";
import { meetDemand } from "./demands.ts";
import { forgetKey, keyFor } from "./idempotency-keys.ts";
import { cachedToken, identityToken, withToken } from "./session.ts";

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [key in Name]?: never }
  : object extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value };

/** `keepalive`: sent although the window closes. `isKeyed: false`: a repeated request is carried out again. */
type Sending = Pick<RequestInit, "keepalive"> & { signal?: AbortSignal; isKeyed?: false };

/** The parameters, query and body of a call, as the contract types them. */
export type Input<C extends Call> = Part<"params", z.input<C["params"]>> &
  Part<"query", z.input<C["query"]>> &
  Part<"body", z.input<C["body"]>> &
  Sending;

/** The `data` of an answer. It is not parsed again, because the server answers by the same contract. */
export type Reply<C extends Call> = z.output<C["reply"]>;

export type InputArgument<C extends Call> = object extends Input<C> ? [input?: Input<C>] : [input: Input<C>];

/** Makes a call. Throws ApiError with the server's error, or the network's error. */
export async function call<C extends Call>(what: C, ...[input]: InputArgument<C>): Promise<Reply<C>> {
  return (await request(what, input ?? {})).data as Reply<C>;
}

/** Fetches one page of a list. With a `limit`, the answer also has the total. */
export async function callPage<C extends Call>(what: C, input: Input<C>): Promise<PageOf<C>> {
  const { data, page } = await request(what, input);
  return { data, page } as PageOf<C>;
}

async function request(what: Call, input: LooseInput): Promise<Answer> {
  try {
    return await sendRequest(what, input);
  } catch (error) {
    if (!isDemand(error)) throw error;
    return meetDemand(error, (proof) => sendRequest(what, input, proof));
  }
}

/** Whether the server answers once the person has turned on two-step sign-in, set a password, or shown that it is them. */
function isDemand(error: unknown): error is ApiError {
  const reasons: unknown[] = ["factor-required", "step-up", "no-password"];
  return error instanceof ApiError && reasons.includes(error.details.reason);
}

async function sendRequest(what: Call, input: LooseInput, proof?: string): Promise<Answer> {
  const path = `${API_BASE}/${requestPath(what.path, input)}`;
  const body = input.body === undefined ? null : JSON.stringify(input.body);
  const address = `${what.method} ${path}`;
  // Sent again after a 401, it is the same request: the person may have signed in over the page in the meantime.
  const key = what.isReading || input.isKeyed === false ? null : keyFor(address, body);
  const token = what.who === "public" ? cachedToken() : await identityToken();
  const attempt = (token: string | null) => send({ what, input, path, body, key, token, proof });
  const answer = await withToken(attempt, token, key !== null);
  if (key !== null && answer.isFinal) forgetKey(address, key);
  return answer.read();
}

type LooseInput = { params?: unknown; query?: unknown; body?: unknown } & Sending;
type Answer = { data: unknown; page?: unknown };

type Attempt = {
  what: Call;
  input: LooseInput;
  path: string;
  body: string | null;
  key: string | null;
  token: string | null;
  proof: string | undefined;
};

async function send({ what, input, path, body, key, token, proof }: Attempt) {
  const headers = await headersOf(what, input, token, proof);
  if (key !== null) headers.set("idempotency-key", key);
  try {
    const response = await fetchPortal(path, {
      method: what.method,
      headers,
      body,
      ...(input.signal && { signal: input.signal }),
      ...(input.keepalive && { keepalive: true }),
    });
    const { status } = response;
    const answer = await readJson(response);
    return { status, isFinal: isFinal(status, answer), read: () => readAnswer(status, answer) };
  } catch (error) {
    if (!input.signal?.aborted) console.error("API Request Failed", error);
    throw error;
  }
}

async function headersOf(what: Call, input: LooseInput, token: string | null, proof?: string) {
  const headers = new Headers({ accept: "application/json", ...(await viewHeaders(what.isReading)) });
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  if (proof !== undefined) headers.set(STEP_UP, encodeURIComponent(proof));
  if (input.body !== undefined) headers.set("content-type", "application/json");
  const organizationId = what.reach === "organization" ? cachedOrganization() : null;
  if (organizationId !== null) headers.set(ACTING_ORGANIZATION, organizationId);
  return headers;
}

/** "unique-document/user/{id}" with its parameters and query filled in. */
export function requestPath(path: string, input: LooseInput): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** An answer that is not JSON (a proxy's error page) reads as empty. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** After a 401 the same request is sent again; after a failure it is unknown whether the change was made. */
function isFinal(status: number, answer: unknown): boolean {
  return answer !== undefined && status !== 401 && status < 500;
}

// The specification's rule: an answer without `data` is the error (spec 1 section 7).
function readAnswer(status: number, answer: unknown): Answer {
  if (typeof answer === "object" && answer !== null && "data" in answer) return answer;
  const error = apiErrorOf(status, answer);
  if (isSwitched(error)) reportSwitch();
  throw error;
}

/** Whether the server refused a page that shows another organization than the person acts for. */
export function isSwitched(error: unknown): boolean {
  return error instanceof ApiError && error.details.reason === ORGANIZATION_SWITCHED;
}

/** Why something failed: the server's message, or that the server could not be reached. */
export function explainFailure(error: unknown): string {
  return error instanceof ApiError ? error.message : "We couldn't reach the portal. Please try again.";
}

/** explainFailure for a form, which keeps typed text. The server's own refusals are about what was typed. */
export function explainFormFailure(error: unknown): string {
  if (error instanceof ApiError)
    return error.code === "unknown" ? `${error.message} What you typed is still here.` : error.message;
  return "We couldn't reach the portal. What you typed is still here: please try again.";
}
