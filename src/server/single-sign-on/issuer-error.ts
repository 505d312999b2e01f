import { errors } from "jose";
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";
import { causesOf, codeOf } from "../causes.ts";
import { NOT_PUBLIC, OutsideError } from "../outside/guarded-request.ts";

/**
 * Why an issuer cannot be used: it doesn't answer, it refuses, or its answer must not be trusted. The message is a
 * sentence for people and holds nothing that the issuer chose but a short code.
 */
export class IssuerError extends Error {
  override name = "IssuerError";
  readonly fault: "unreachable" | "refused" | "invalid";
  /** For the log: a code of a library, never a claim. */
  readonly reason: string;

  constructor(fault: IssuerError["fault"], message: string, reason: string = fault) {
    super(message);
    this.fault = fault;
    this.reason = reason;
  }
}

/** The reason if an issuer refuses the portal itself: its client ID, secret, or the way that the secret was sent. */
export const CLIENT_REFUSED = "client refused";

/** The sentence of a failure of the libraries or the network, about the issuer at this host. */
export function describeIssuerFailure(failure: unknown, host: string): IssuerError {
  const causes = causesOf(failure);
  const known = causes.find((cause) => cause instanceof IssuerError);
  if (known) return known;
  // Causes of the libraries hold the claims of a person, so the error that people and the log get has none.
  const reason = causes.map((cause) => codeOf(cause) || cause.name).join(" ");
  for (const cause of causes) {
    const found = describeCause(cause, host);
    if (found) return new IssuerError(found[0], found[1], found[2] ?? reason);
  }
  const isLate = causes.some((cause) => cause.name === "TimeoutError" || codeOf(cause) === "OAUTH_TIMEOUT");
  if (isLate) return new IssuerError("unreachable", unreachable(host), reason);
  const found = causes.map((cause) => OF_CODES[codeOf(cause)]).find(Boolean);
  return new IssuerError("invalid", `${host} ${found ?? NOT_OPENID}`, reason);
}

type Described = [fault: IssuerError["fault"], message: string, reason?: string];

function describeCause(cause: Error, host: string): Described | null {
  if (cause instanceof OutsideError) return describeNetworkFailure(cause, host);
  if (cause instanceof AuthorizationResponseError) return describeRefusal(cause.error, host);
  if (cause instanceof ResponseBodyError) return describeRefusal(cause.error, host);
  if (cause instanceof WWWAuthenticateChallengeError) return describeRefusal("invalid_client", host);
  const claim = claimOf(cause);
  if (claim !== null) return ["invalid", `${host} ${OF_CLAIMS[claim] ?? OTHER_CLAIM}`];
  return null;
}

function describeNetworkFailure(failure: OutsideError, host: string): Described {
  if (failure.message === NOT_PUBLIC) return ["unreachable", unreachable(host), CLOSED_HOST];
  if (!failure.isFinal) return ["unreachable", unreachable(host)];
  return ["invalid", `${host} can't be used as a sign-in service: ${failure.message}`];
}

/** The reason if a host isn't on the open internet. Clients read no difference: they could find out internal names. */
const CLOSED_HOST = "closed host";

/** The error as the company's owners read it. */
export function explainClosedHost(error: unknown, host: string): unknown {
  if (!(error instanceof IssuerError) || error.reason !== CLOSED_HOST) return error;
  return new IssuerError("invalid", `${host} can't be used as a sign-in service: ${NOT_PUBLIC}`, CLOSED_HOST);
}

function unreachable(host: string): string {
  return `${host} can't be reached, or doesn't answer in time.`;
}

const OF_REFUSALS: Readonly<Record<string, string>> = {
  access_denied: "The sign-in was cancelled, or you may not use this portal there.",
  invalid_client: "It doesn't accept the portal's client ID and secret.",
  unauthorized_client: "It doesn't accept the portal's client ID and secret.",
  invalid_grant: "The sign-in took too long or was already used. Start it again.",
  login_required: "It asks you to sign in there first.",
  temporarily_unavailable: "Try again in a few minutes.",
  server_error: "Try again in a few minutes.",
};

function describeRefusal(code: string, host: string): Described {
  const shown = /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : "";
  const message = `${host} refused the sign-in${shown}. ${OF_REFUSALS[code] ?? "Check how the portal is set up there."}`;
  if (code === "temporarily_unavailable" || code === "server_error") return ["unreachable", message];
  const isClient = code === "invalid_client" || code === "unauthorized_client";
  return isClient ? ["refused", message, CLIENT_REFUSED] : ["refused", message];
}

const FORBIDDEN_ALGORITHM =
  "signed an identity token in a way that the portal doesn't accept. Choose RS256 there.";
const NOT_OPENID = "answered something that isn't OpenID Connect.";
const OTHER_CLAIM = "sent an identity token that isn't valid.";
const OF_CLAIMS: Readonly<Record<string, string>> = {
  iss: "sent an identity token of another issuer.",
  aud: "sent an identity token for another application.",
  azp: "sent an identity token for another application.",
  nonce: "sent an identity token of another sign-in.",
  exp: "sent an identity token that has expired. If this happens again, compare the clocks of both servers.",
  iat: "sent an identity token of another time. If this happens again, compare the clocks of both servers.",
  nbf: "sent an identity token of another time. If this happens again, compare the clocks of both servers.",
  sub: "sent an identity token without a subject.",
  alg: FORBIDDEN_ALGORITHM,
};

/** The claim that jose or openid-client refused; "alg" for the algorithm in the header. */
function claimOf(cause: Error): string | null {
  if (cause instanceof errors.JWTExpired || cause instanceof errors.JWTClaimValidationFailed)
    return cause.claim;
  const detail: unknown = cause.cause;
  if (typeof detail !== "object" || detail === null) return null;
  if ("claim" in detail) return String(detail.claim);
  if ("header" in detail) return "alg";
  return "claims" in detail ? "missing" : null;
}

const UNKNOWN_KEY = "signed an identity token with a key that it doesn't publish.";
const OF_CODES: Readonly<Record<string, string>> = {
  ERR_JOSE_ALG_NOT_ALLOWED: FORBIDDEN_ALGORITHM,
  ERR_JOSE_NOT_SUPPORTED: FORBIDDEN_ALGORITHM,
  OAUTH_UNSUPPORTED_OPERATION: FORBIDDEN_ALGORITHM,
  ERR_JWKS_NO_MATCHING_KEY: UNKNOWN_KEY,
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: "publishes several keys without names.",
  ERR_JWKS_INVALID: "publishes no keys that the portal can read.",
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "sent an identity token whose signature is false.",
  ERR_JWS_INVALID: OTHER_CLAIM,
  ERR_JWT_INVALID: OTHER_CLAIM,
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: OF_CLAIMS.iat ?? OTHER_CLAIM,
  OAUTH_RESPONSE_IS_NOT_CONFORM:
    "doesn't answer where OpenID Connect expects it. Check the issuer's address.",
  OAUTH_MISSING_SERVER_METADATA: "doesn't publish all addresses that a sign-in needs.",
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    "calls itself by another address. Enter the issuer exactly as it names itself.",
};
