import type { Page, Route } from "playwright-core";

export type HeldRequests = {
  /** Resolves when the server has answered the first held request. The page has not received the answer yet. */
  answered(): Promise<void>;
  /** Passes the held answers to the page, and holds no further ones. */
  letGo(): Promise<void>;
};

/** Holds back the server's answers for these addresses, like a slow line. `times` limits how many. */
export async function holdRequests(
  page: Page,
  addresses: string,
  options: { times?: number } = {},
): Promise<HeldRequests> {
  const first = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    const answer = await route.fetch();
    first.resolve();
    await going.promise;
    await route.fulfill({ response: answer }).catch(ignoreAbandoned);
  };
  await page.route(addresses, hold, options);
  return {
    answered: () => first.promise,
    async letGo() {
      going.resolve();
      await page.unroute(addresses, hold);
    },
  };
}

/** A request that the page has aborted needs no answer. */
function ignoreAbandoned(): void {}
