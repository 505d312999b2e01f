import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";

/** Who a token speaks for, and the session it was made from: when that ends, the token is worth nothing. */
export type TokenSubject = { authUserId: string; email: string; sessionId: string };

export type Identity = {
  /** Answers the sign-in calls below /api/auth. */
  handle(request: Request): Promise<Response>;
  /** The subject of a valid identity token; null when it is expired, forged or unreadable. */
  verifyToken(token: string): Promise<TokenSubject | null>;
  /** The subject of the session that this cookie header names; null where it names none that is still good. */
  readSession(cookie: string): Promise<TokenSubject | null>;
  /** Makes a sign-in with a password for a person; the same again changes nothing. Returns its id. */
  createSignIn(tx: Tx, signIn: { email: string; password: string; name: string }): Promise<Id>;
};
