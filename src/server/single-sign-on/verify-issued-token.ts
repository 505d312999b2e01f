import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import type { IssuerClient, LogoutNotice, VerifiedIdentity } from "../deps.ts";
import { IssuerError } from "./issuer-error.ts";

/** Only asymmetric ones: with HS256 everyone who knows the client secret could sign. */
const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"];
export const CLOCK_TOLERANCE_SECONDS = 60;
export const MAX_TOKEN_LENGTH = 16 * 1024;
/** Shorter than the memory of used ones (identity/consume-once.ts). */
const MAX_IDENTITY_AGE_SECONDS = 23 * 3600;
const MAX_LOGOUT_AGE_SECONDS = 300;
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
const MAX_SUBJECT_LENGTH = 255;

type Verification = { keys: JWTVerifyGetKey; now: Date };

/** Checks signature, issuer, audience and times of an identity token. Throws an error of jose, or IssuerError. */
export async function verifyIdentityToken(
  { issuer, clientId }: Pick<IssuerClient, "issuer" | "clientId">,
  token: string,
  { keys, now }: Verification,
): Promise<{ payload: JWTPayload; identity: VerifiedIdentity }> {
  refuseLongToken(token, issuer);
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer,
    audience: clientId,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: now,
    requiredClaims: ["sub", "iat", "exp"],
    maxTokenAge: MAX_IDENTITY_AGE_SECONDS,
  });
  refuseOtherParty(payload, clientId);
  if (!isIdentityToken(protectedHeader.typ, payload)) {
    const sentence = "sent a token of another kind. Only identity tokens show who a person is.";
    throw new IssuerError("invalid", `${hostOf(issuer)} ${sentence}`, "token kind");
  }
  return { payload, identity: identityOf(issuer, token, payload) };
}

/** Checks the token with which an issuer ends sessions (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
export async function verifyLogout(
  { issuer, clientId }: Pick<IssuerClient, "issuer" | "clientId">,
  token: string,
  { keys, now }: Verification,
): Promise<LogoutNotice> {
  refuseLongToken(token, issuer);
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer,
    audience: clientId,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: now,
    requiredClaims: ["iat", "jti", "events"],
    maxTokenAge: MAX_LOGOUT_AGE_SECONDS,
  });
  const { sub, sid, jti, events, nonce, iat = 0 } = payload;
  const isLogout = typeof events === "object" && events !== null && LOGOUT_EVENT in events;
  const isNamed = (isText(sub) || isText(sid)) && isText(jti);
  if (!isLogout || !isNamed || nonce !== undefined)
    throw new IssuerError("invalid", `${hostOf(issuer)} sent a sign-out that isn't valid.`, "logout");
  return {
    subject: isText(sub) ? sub : null,
    sessionId: isText(sid) ? sid : null,
    tokenId: jti as string,
    expiresAt: new Date((iat + MAX_LOGOUT_AGE_SECONDS + CLOCK_TOLERANCE_SECONDS) * 1000),
  };
}

/** What a token says of itself before it is verified, to look up whose keys verify it; null if it says nothing. */
export function readClaimed(token: string): { issuer: string; subject: string; audiences: string[] } | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  try {
    const { alg } = decodeProtectedHeader(token);
    const { iss, sub, aud = [] } = decodeJwt(token);
    if (!ALGORITHMS.includes(alg ?? "") || !isText(iss)) return null;
    return { issuer: iss, subject: isText(sub) ? sub : "", audiences: [aud].flat() };
  } catch {
    return null;
  }
}

/** What a signature vouches for. The signature can be spelled in several ways, so a used token is known by the rest. */
export function withoutSignature(token: string): string {
  return token.slice(0, token.lastIndexOf("."));
}

export function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? "The sign-in service";
}

function refuseLongToken(token: string, issuer: string): void {
  if (token.length > MAX_TOKEN_LENGTH)
    throw new IssuerError("invalid", `${hostOf(issuer)} sent a token that is too long.`, "length");
}

/** A token with several audiences names the one that asked for it. */
function refuseOtherParty(payload: JWTPayload, clientId: string): void {
  const { azp, aud } = payload;
  const isOurs = azp === clientId || (azp === undefined && (typeof aud === "string" || aud?.length === 1));
  if (!isOurs) throw new errors.JWTClaimValidationFailed("other party", payload, "azp", "check_failed");
}

/** Access tokens and logout tokens may name the same audience. Cognito and Keycloak mark theirs in a claim. */
function isIdentityToken(headerType: string | undefined, payload: JWTPayload): boolean {
  const { typ, token_use: use, events, scp, scope } = payload;
  if (headerType !== undefined && headerType.toUpperCase() !== "JWT") return false;
  if (events !== undefined || scp !== undefined || scope !== undefined) return false;
  return (typ === undefined || typ === "ID") && (use === undefined || use === "id");
}

function identityOf(issuer: string, idToken: string, payload: JWTPayload): VerifiedIdentity {
  const { sub, sid, auth_time: authTime, iat = 0, exp = 0 } = payload;
  if (!isText(sub)) throw new errors.JWTClaimValidationFailed("no subject", payload, "sub", "invalid");
  return {
    issuer,
    subject: sub,
    ...readProfile(issuer, payload),
    authenticatedAt: typeof authTime === "number" ? new Date(authTime * 1000) : null,
    idToken,
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(Math.min(exp, iat + MAX_IDENTITY_AGE_SECONDS) * 1000),
    sessionId: isText(sid) ? sid : null,
  };
}

/** Name and email of an identity token, or of the issuer's answer about the person. */
export function readProfile(issuer: string, claims: Record<string, unknown>) {
  return {
    email: isText(claims.email) ? claims.email : null,
    isEmailVerified: isTrue(claims.email_verified) || (isEntra(issuer) && isTrue(claims.xms_edov)),
    firstName: isText(claims.given_name) ? claims.given_name : null,
    lastName: isText(claims.family_name) ? claims.family_name : null,
  };
}

/** Cognito sends the word, Entra sometimes a number. */
function isTrue(value: unknown): boolean {
  return value === true || value === "true" || value === 1 || value === "1";
}

/** Entra has no email_verified. Its xms_edov says that the owner of the email's domain verified it. */
function isEntra(issuer: string): boolean {
  return issuer.startsWith("https://login.microsoftonline.com/");
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_SUBJECT_LENGTH;
}
