import { Client } from "pg";
import type { BrowserContext, Page } from "playwright-core";
import { type Cookies, launchChromium, signIn } from "#tests/support/launch-chromium.ts";
import { fillOrganization } from "./fill-organization.ts";
import { BENCH_ADMIN, BENCH_WRITER } from "./make-world.ts";
import { ADD_ORGANIZATIONS } from "./measure-company.ts";
import { signIn as signInAsProgram } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, measureRounds } from "./statistics.ts";
import { timeFrames, timeInteractions } from "./time-interactions.ts";

const DOCUMENTS = 10_000;
/** Of fewer, one slow press would be the 95th of a hundred. */
const PRESSES = 60;
const ANSWERS = 30;
const BETWEEN_MS = 100;
/** A phone computes so many times slower than this machine. */
const SLOWNESS = { here: 1, slow: 4 };

export type ScreensMeasure = {
  /** Milliseconds of answers of the company's side. */
  answerMs: Record<string, Measured>;
  /** Milliseconds between frames while the board of 2,000 cards is scrolled. */
  boardFrameMs: Measured;
  /** Milliseconds from a key or press to the next frame: here, and on a computer four times slower. */
  interactionMs: Record<string, Record<keyof typeof SLOWNESS, Measured>>;
};

/** What people feel while they work in large lists: 10,000 documents, 10,000 organizations, a board of 2,000 cards. */
export async function measureScreens(
  variables: Record<string, string>,
  documentId: string,
): Promise<ScreensMeasure | null> {
  if (!variables.DATABASE_URL) return null;
  await fill(variables.DATABASE_URL);
  const portal = await startMeasuredPortal(variables);
  const { browser, close } = await launchChromium();
  const contextOf = async ({ email, password }: typeof BENCH_WRITER) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: portal.url });
    await context.addCookies((await signIn(browser, portal.url, email, password)) as Cookies);
    return context;
  };
  try {
    const answerMs = await measureAnswers(portal.url);
    const [client, company] = [await contextOf(BENCH_WRITER), await contextOf(BENCH_ADMIN)];
    const interactionMs: ScreensMeasure["interactionMs"] = {};
    for (const [name, { as, path, ready, press }] of Object.entries(INTERACTIONS)) {
      const context = as === "client" ? client : company;
      const address = path.replace("%ID", documentId);
      const measureAt = (slowness: number) => measure(context, address, ready, press, slowness);
      interactionMs[name] = {
        here: await measureAt(SLOWNESS.here),
        slow: await measureAt(SLOWNESS.slow),
      };
    }
    return { answerMs, boardFrameMs: await scrollBoard(company), interactionMs };
  } finally {
    await close();
    await portal.remove();
  }
}

type Interaction = {
  as: "client" | "company";
  path: string;
  ready: (page: Page) => Promise<unknown>;
  press: (page: Page, time: number) => Promise<unknown>;
};

const WORD = "online store of number";
const typeLetter = (page: Page, time: number) => page.keyboard.press(WORD[time % WORD.length] ?? "o");

const INTERACTIONS: Record<string, Interaction> = {
  tickOptionalWork: {
    as: "client",
    path: "/documents/%ID",
    ready: (page) => page.getByRole("checkbox", { name: /^Include / }).waitFor(),
    press: (page) => page.getByRole("checkbox", { name: /^Include / }).click(),
  },
  filterDocuments: {
    as: "client",
    path: "/documents/type/PROPOSAL",
    ready: (page) => page.getByPlaceholder("Search", { exact: true }).click(),
    press: typeLetter,
  },
  filterOrganizations: {
    as: "company",
    path: "/admin/organizations",
    ready: (page) => page.getByPlaceholder("Search", { exact: true }).click(),
    press: typeLetter,
  },
  switchTabs: {
    as: "company",
    path: "/admin/organizations/org-1",
    ready: (page) => page.getByRole("tab").nth(1).waitFor(),
    press: async (page, time) =>
      page
        .getByRole("tab")
        .nth(time % 3)
        .click(),
  },
  searchAsOneTypes: {
    as: "company",
    path: "/admin/organizations",
    ready: async (page) => {
      await page.getByPlaceholder("Search", { exact: true }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search" }).waitFor();
    },
    press: typeLetter,
  },
  searchBoard: {
    as: "company",
    path: "/admin/work-orders/board",
    ready: (page) => page.getByLabel("Search the board").click(),
    press: typeLetter,
  },
};

async function measure(
  context: BrowserContext,
  path: string,
  ready: Interaction["ready"],
  press: Interaction["press"],
  slowness: number,
): Promise<Measured> {
  const page = await context.newPage();
  try {
    await page.goto(path);
    await ready(page);
    await page.waitForTimeout(1000);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    return await timeInteractions(page, PRESSES, async (time) => {
      await press(page, time);
      await page.waitForTimeout(BETWEEN_MS);
    });
  } finally {
    await page.close();
  }
}

async function scrollBoard(context: BrowserContext): Promise<Measured> {
  const page = await context.newPage();
  try {
    await page.goto("/admin/work-orders/board");
    const more = page.getByRole("button", { name: /^Show more/ }).first();
    for (let n = 0; n < 9; n += 1) await more.click().catch(() => undefined);
    await page.waitForTimeout(2000);
    await page.mouse.move(600, 500);
    return await timeFrames(page, async () => {
      for (let n = 0; n < 60; n += 1) {
        await page.mouse.wheel(0, 300);
        await page.waitForTimeout(30);
      }
    });
  } finally {
    await page.close();
  }
}

async function measureAnswers(url: string): Promise<Record<string, Measured>> {
  const client = await signInAsProgram(url, BENCH_ADMIN);
  const get = (path: string) => () => client.get(`${url}/api/${path}`);
  const asked = {
    board: get("work-order/admin/list/board?limit=50"),
    wholeBoard: get("work-order/admin/list/board?limit=500"),
    organizations: get("organization/admin/list?limit=200"),
    organizationsBySearch: get("organization/admin/list?limit=10&q=client%2077"),
    searchOfLetter: () => client.send("POST", `${url}/api/search/admin`, { q: "o" }),
    searchOfWord: () => client.send("POST", `${url}/api/search/admin`, { q: "client 77" }),
  };
  const measured: Record<string, Measured> = {};
  for (const [name, ask] of Object.entries(asked)) measured[name] = await measureRounds(ask, ANSWERS);
  client.close();
  return measured;
}

/** The world's 2,000 work orders are spread over four columns. */
async function fill(connectionString: string): Promise<void> {
  const owner = new Client({ connectionString });
  await owner.connect();
  await fillOrganization(owner, DOCUMENTS);
  await owner.query(ADD_ORGANIZATIONS);
  await owner.query(
    `update work_orders set work_order_status = (array['OPEN', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'])[1 + n % 4]
     from (select work_order_id as id, row_number() over (order by work_order_id) as n from work_orders) as numbered
     where work_order_id = id and is_optional = false`,
  );
  await owner.query("analyze");
  await owner.end();
}
