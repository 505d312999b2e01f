/** The last request to each address with its key, until its answer arrives. */
const unanswered = new Map<string, { body: string | null; key: string }>();

/** The key of this request if its answer was lost, otherwise a new one: the same body may mean another change. */
export function keyFor(address: string, body: string | null): string {
  const before = unanswered.get(address);
  if (before && before.body === body) return before.key;
  const key = randomKey();
  unanswered.set(address, { body, key });
  return key;
}

/** The answer has arrived: the same request again is a new one. */
export function forgetKey(address: string, key: string): void {
  if (unanswered.get(address)?.key === key) unanswered.delete(address);
}

/** An unguessable key, also used as the id of a new record. crypto.randomUUID exists only on https, and a portal may be served without it. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
