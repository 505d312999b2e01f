/** What was last asked of each address, with its key, until it is known what became of the request. */
const unanswered = new Map<string, { body: string | null; key: string }>();

/**
 * The key to send a change with: that of the same request whose answer was lost, or else a new one. Another request
 * to the address makes it forgotten, since the same words can mean another thing after it.
 */
export function keyFor(address: string, body: string | null): string {
  const before = unanswered.get(address);
  if (before && before.body === body) return before.key;
  const key = makeKey();
  unanswered.set(address, { body, key });
  return key;
}

/** What became of the request is known: the same one again is a new request. */
export function forgetKey(address: string, key: string): void {
  if (unanswered.get(address)?.key === key) unanswered.delete(address);
}

/** crypto.randomUUID is there on https alone; a portal may be served without it. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
