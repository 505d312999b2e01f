import type { Who } from "#domain/access/access.ts";

/** A route outside the contract, and what opens it. */
export type OtherRoute = {
  method: "GET" | "POST";
  path: string;
  /** A level of the contract, or another key. `without` is the answer without that key. */
  opensWith: { who: Who } | { key: string; without: 400 | 401 | 403 | 404 | 409 };
};

const FOR_EVERYBODY = { who: "public" } as const;
const SIGNED_LINK = { key: "a signed link", without: 403 } as const;
const MAILED_CODE = { key: "the mailed code", without: 400 } as const;

/** Every route outside the contract except the files of the browser's part. No other route is served. */
export const OTHER_ROUTES: readonly OtherRoute[] = [
  { method: "GET", path: "/api/files/{fileId}", opensWith: SIGNED_LINK },
  { method: "GET", path: "/api/files/evidence/{id}", opensWith: SIGNED_LINK },
  { method: "GET", path: "/api/files/evidence/signature/{id}", opensWith: SIGNED_LINK },
  { method: "GET", path: "/api/files/person-data/{id}", opensWith: SIGNED_LINK },
  { method: "GET", path: "/api/files/own-data/{id}", opensWith: SIGNED_LINK },
  { method: "GET", path: "/verify", opensWith: FOR_EVERYBODY },
  {
    method: "GET",
    path: "/images/{imageId}/{width}",
    opensWith: { key: "the image's address", without: 404 },
  },
  { method: "POST", path: "/api/images", opensWith: { who: "editor" } },
  {
    method: "GET",
    path: "/view/{uniqueDocumentId}",
    opensWith: { key: "an admin, who shared it", without: 404 },
  },
  { method: "POST", path: "/view/{uniqueDocumentId}/opened", opensWith: FOR_EVERYBODY },
  {
    method: "GET",
    path: "/read/{token}",
    opensWith: { key: "the mailed link of a document", without: 404 },
  },
  { method: "POST", path: "/read/{token}/opened", opensWith: FOR_EVERYBODY },
  { method: "GET", path: "/api/live", opensWith: { who: "person" } },
  { method: "GET", path: "/api/import-progress/{id}", opensWith: FOR_EVERYBODY },
  { method: "POST", path: "/api/auth/sign-in/email", opensWith: { key: "the password", without: 401 } },
  { method: "GET", path: "/api/auth/passkey/ask", opensWith: FOR_EVERYBODY },
  { method: "POST", path: "/api/auth/sign-in/passkey", opensWith: { key: "a passkey", without: 403 } },
  {
    method: "POST",
    path: "/api/auth/issuer/begin",
    opensWith: { key: "the id of an issuer, or a session that one made", without: 401 },
  },
  {
    method: "POST",
    path: "/api/auth/issuer/finish",
    opensWith: { key: "the sign-in at the issuer, in the same browser", without: 409 },
  },
  {
    method: "POST",
    path: "/api/auth/issuer/logout",
    opensWith: { key: "a logout token of the issuer", without: 400 },
  },
  { method: "GET", path: "/api/auth/token", opensWith: { key: "the session", without: 401 } },
  { method: "GET", path: "/api/auth/jwks", opensWith: FOR_EVERYBODY },
  { method: "POST", path: "/api/auth/sign-out", opensWith: FOR_EVERYBODY },
  { method: "POST", path: "/api/auth/email-otp/request-password-reset", opensWith: FOR_EVERYBODY },
  { method: "POST", path: "/api/auth/email-otp/reset-password", opensWith: MAILED_CODE },
  { method: "POST", path: "/api/auth/email-otp/send-verification-otp", opensWith: FOR_EVERYBODY },
  { method: "POST", path: "/api/auth/email-otp/verify-email", opensWith: MAILED_CODE },
  { method: "GET", path: "/api/openapi.json", opensWith: FOR_EVERYBODY },
  { method: "GET", path: "/api/docs/", opensWith: FOR_EVERYBODY },
  { method: "GET", path: "/healthz", opensWith: FOR_EVERYBODY },
  { method: "GET", path: "/readyz", opensWith: FOR_EVERYBODY },
  { method: "POST", path: "/api/webhooks/bounces", opensWith: { key: "BOUNCE_TOKEN", without: 404 } },
  { method: "GET", path: "/metrics", opensWith: { key: "METRICS_TOKEN", without: 404 } },
];
