import { hash } from "node:crypto";
import { and, eq, lte } from "drizzle-orm";
import { AppError } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { idempotencyKeys } from "../schema/requests.ts";

/** A request with an idempotency key: its caller, its call, and the hash of its content. */
export type KeyedRequest = { caller: string; call: string; key: string; requestHash: string };

const RETENTION_MS = 24 * 3_600_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The key of a request, or null. Throws AppError "invalid" for a malformed one. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === "string" && KEY.test(header)) return header;
  const message = "The Idempotency-Key must be 1 to 255 visible ASCII characters. Nothing was changed.";
  throw new AppError("invalid", message, { field: "Idempotency-Key" });
}

/** The stored hash of a request. It is keyed, because a request may contain a six-digit code. */
export function hashRequest({ secrets }: Pick<Deps, "secrets">, sent: unknown): string {
  const bytes = sent instanceof Uint8Array ? sent : JSON.stringify(sent);
  return secrets.hash("request", hash("sha256", bytes));
}

/** The first answer to this request, with fresh file links; null for a new request. */
export async function findAnswer<Answer>(
  reader: DbOrTx,
  deps: Pick<Deps, "links">,
  request: KeyedRequest,
  now: Date,
): Promise<{ answer: Answer } | null> {
  const { caller, call, key } = request;
  const [stored] = await reader
    .select()
    .from(idempotencyKeys)
    .where(
      and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key)),
    );
  if (!stored || isOver(stored.createdAt, now)) return null;
  if (stored.requestHash !== request.requestHash) throw KEY_REUSED;
  const refresh = (field: string, value: unknown) => deps.links.renew(field, value, now);
  return { answer: JSON.parse(stored.answer ?? "null", refresh) as Answer };
}

const KEY_REUSED = new AppError(
  "unprocessable",
  "This Idempotency-Key came before with another request. Nothing was changed; send this request with a key of its own.",
  { reason: "key-reused" },
);

/** Claims the key; a concurrent request with it waits for this transaction. False: already answered. */
export async function claimKey(tx: Tx, request: KeyedRequest, now: Date): Promise<boolean> {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ ...request, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.call, idempotencyKeys.key],
      set: { requestHash: request.requestHash, answer: null, createdAt: now },
      setWhere: lte(idempotencyKeys.createdAt, oldestRetained(now)),
    })
    .returning({ key: idempotencyKeys.key });
  return claimed.length > 0;
}

export async function storeAnswer(
  tx: Tx,
  { caller, call, key }: KeyedRequest,
  answer: unknown,
): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ answer: JSON.stringify(answer ?? null) })
    .where(
      and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key)),
    );
}

/** Keys from before this time are forgotten. */
export function oldestRetained(now: Date): Date {
  return new Date(now.getTime() - RETENTION_MS);
}

function isOver(createdAt: Date, now: Date): boolean {
  return createdAt <= oldestRetained(now);
}
