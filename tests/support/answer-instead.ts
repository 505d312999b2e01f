import type { Page, Route } from "playwright-core";

/**
 * Answers requests for these addresses in place of the server, until the returned function is called. The route stays
 * and passes them on from then: taking it away can leave what is on its way without an answer for ever.
 */
export async function answerInstead(
  page: Page,
  addresses: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<() => void> {
  let isOver = false;
  await page.route(addresses, (route) => (isOver ? route.fallback() : answer(route)));
  return () => {
    isOver = true;
  };
}

/** The same for one request. */
export async function answerOnce(
  page: Page,
  addresses: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<void> {
  const stopAnswering = await answerInstead(page, addresses, (route) => {
    stopAnswering();
    return answer(route);
  });
}
