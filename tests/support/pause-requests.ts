import type { Page, Route } from "playwright-core";
import { answerInstead } from "./answer-instead.ts";

export type PausedRequests = {
  /** Resolves when the server has answered the first held request. The page has not received the answer yet. */
  answered(): Promise<void>;
  /** Passes the held answers to the page, at least one, and holds no further ones. */
  release(): Promise<void>;
};

/** Holds back the server's answers for these addresses, like a slow line. */
export async function pauseRequests(page: Page, addresses: string): Promise<PausedRequests> {
  const first = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  async function pauseRoute(route: Route): Promise<void> {
    const answer = await route.fetch();
    first.resolve();
    await going.promise;
    await route.fulfill({ response: answer }).catch(ignoreAbandoned);
  }
  const stopPausing = await answerInstead(page, addresses, (route) => {
    const passed = pauseRoute(route);
    held.push(passed);
    return passed;
  });
  return {
    answered: () => first.promise,
    async release() {
      await first.promise;
      stopPausing();
      going.resolve();
      await Promise.all(held);
    },
  };
}

/** A request that the page has aborted needs no answer. */
function ignoreAbandoned(): void {}
