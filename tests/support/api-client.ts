import { z } from "zod";
import { API_BASE, type Call, type PageOf } from "#contract/call.ts";
import { needsConfirmation } from "#contract/confirmed-calls.ts";
import type { ErrorCode } from "#server/app-error.ts";
import { TOKEN_LIFETIME_SECONDS } from "#server/identity/verify-token.ts";
import { PROVED } from "./proved.ts";

/** The caller: a person from a factory. */
export type Speaker = { authUserId: string };

type Part<Name extends string, Schema extends z.ZodType> =
  undefined extends z.input<Schema>
    ? { [K in Name]?: undefined }
    : Record<never, never> extends z.input<Schema>
      ? { [K in Name]?: z.input<Schema> }
      : { [K in Name]: z.input<Schema> };

/**
 * `token` is of one session; `as` of any session of the person. Without headers the person confirms a call that needs it.
 */
export type Given<C extends Call> = {
  as?: Speaker;
  token?: string;
  headers?: Record<string, string>;
} & Part<"params", C["params"]> &
  Part<"query", C["query"]> &
  Part<"body", C["body"]>;

export type RawGiven = {
  as?: Speaker;
  /** Replaces the person's bearer token. */
  token?: string;
  headers?: Record<string, string>;
  /** Text is sent unchanged, other values as JSON. */
  body?: unknown;
};

export type Refusal = { status: number; code: ErrorCode; message: string; details?: Record<string, unknown> };

const TOKEN_CACHE_MS = (TOKEN_LIFETIME_SECONDS * 1000) / 2;

const Failure = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});

/** Calls the API over HTTP like its clients, and checks every answer against the contract. */
export class ApiClient {
  readonly baseUrl: string;
  readonly #openSession: (person: Speaker) => Promise<string>;
  readonly #tokens = new Map<string, { token: Promise<string>; until: number }>();

  constructor(baseUrl: string, openSession: (person: Speaker) => Promise<string>) {
    this.baseUrl = baseUrl;
    this.#openSession = openSession;
  }

  /** Makes a call that must succeed. Returns its data, parsed by the contract. */
  async request<C extends Call>(call: C, given: Given<C>): Promise<z.output<C["reply"]>> {
    const { response, text } = await this.#send(call, given);
    if (!response.ok) throw new Error(`${call.method} ${call.path} answered ${response.status}: ${text}`);
    return z.strictObject({ data: call.reply }).parse(JSON.parse(text)).data as z.output<C["reply"]>;
  }

  /** Makes a list call with a limit that must succeed. Returns its rows and its page. */
  async requestPage<C extends Call>(call: C, given: Given<C>): Promise<PageOf<C>> {
    const { response, text } = await this.#send(call, given);
    if (!response.ok) throw new Error(`${call.method} ${call.path} answered ${response.status}: ${text}`);
    return z.strictObject({ data: call.reply, page: call.page }).parse(JSON.parse(text)) as PageOf<C>;
  }

  /** Makes a call that must be refused. Returns the refusal. */
  async refusal<C extends Call>(call: C, given: Given<C>): Promise<Refusal> {
    const { response, text } = await this.#send(call, given);
    if (response.ok) throw new Error(`${call.method} ${call.path} was not refused: ${text}`);
    const { code, message, details } = Failure.parse(JSON.parse(text)).error;
    return { status: response.status, code: code as ErrorCode, message, ...(details && { details }) };
  }

  /** Sends any request, also one that the typed calls cannot express: "GET /api/openapi.json". */
  async rawRequest(methodAndPath: string, { as, token, headers, body }: RawGiven = {}): Promise<Response> {
    const [method = "GET", path = "/"] = methodAndPath.split(" ");
    const bearer = token ?? (as && (await this.signInAs(as)));
    const isText = typeof body === "string" || body instanceof Uint8Array;
    return fetch(`${this.baseUrl}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? (body as BodyInit) : JSON.stringify(body) }),
    });
  }

  /** An identity token of this person, fetched once while it lasts. */
  signInAs(person: Speaker): Promise<string> {
    const known = this.#tokens.get(person.authUserId);
    if (known && performance.now() < known.until) return known.token;
    const token = this.#fetchToken(person);
    this.#tokens.set(person.authUserId, { token, until: performance.now() + TOKEN_CACHE_MS });
    token.catch(() => this.#tokens.delete(person.authUserId));
    return token;
  }

  async #fetchToken(person: Speaker): Promise<string> {
    const session = await this.#openSession(person);
    const response = await this.rawRequest("GET /api/auth/token", { token: session });
    const text = await response.text();
    if (!response.ok) throw new Error(`No identity token: ${response.status} ${text}`);
    return z.object({ token: z.string() }).parse(JSON.parse(text)).token;
  }

  async #send<C extends Call>(call: C, given: Given<C>): Promise<{ response: Response; text: string }> {
    const params = (given.params ?? {}) as Record<string, string>;
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(params[name] ?? ""),
    );
    const query = new URLSearchParams((given.query ?? {}) as Record<string, string>).toString();
    const response = await this.rawRequest(`${call.method} ${API_BASE}/${path}${query && `?${query}`}`, {
      ...(given.as && { as: given.as }),
      ...(given.token !== undefined && { token: given.token }),
      ...(needsConfirmation(call, given.body) && PROVED),
      ...(given.headers !== undefined && { headers: given.headers }),
      ...(given.body !== undefined && { body: given.body }),
    });
    requireHeaders(response);
    return { response, text: await response.text() };
  }
}

/** Throws unless the answer has a content type, and forbids caching if it has data. */
function requireHeaders({ headers, ok, url }: Response): void {
  if (headers.get("content-type") !== "application/json; charset=utf-8")
    throw new Error(`${url} answered with the type ${headers.get("content-type")}.`);
  if (ok && headers.get("cache-control") !== "no-store")
    throw new Error(`${url} answered with cache-control ${headers.get("cache-control")}.`);
}
