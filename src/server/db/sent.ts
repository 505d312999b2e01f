/**
 * Resolves when a single statement is on its way, with its answer to come: what is asked next follows it on the same
 * connection. Whoever never waits for the answer is not told of a failure.
 */
export async function sent<Answer>(asked: PromiseLike<Answer>): Promise<{ answer: Promise<Answer> }> {
  const answer = Promise.resolve(asked);
  answer.catch(() => undefined);
  await allAsked();
  return { answer };
}

/** Resolves when everything that waits for no answer has been asked: what is settled now may ask more. */
export function allAsked(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
