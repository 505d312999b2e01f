import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { readMailTo } from "#tests/support/mailed-code.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const MOST_INTERACTIONS = 4;
const WRITER = "writer@demo.test";

async function acceptOnPhone(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Total inc. GST").waitFor();
  await dialog.getByText("Work included", { exact: true }).waitFor();
  await dialog.getByRole("link", { name: /General Terms/ }).waitFor();
  await dialog.getByRole("button", { name: "Accept" }).click();
  const steps = page.getByRole("region", { name: "Thank you. Here's what happens next" });
  await steps.getByText(/decides when to invoice/).waitFor();
}

test.each([
  { width: 1280, id: "doc-1042" },
  { width: 390, id: "doc-2018" },
])(
  "FIRST-8 from accepted to paid the company needs at most four interactions at $width px, and its client sees it paid",
  async ({ width, id }) => {
    const client = await browser.openPage(`/documents/${id}`, { as: WRITER, width: 390, hasTouch: true });
    await acceptOnPhone(client);

    const company = await browser.openPage("/admin", { as: "editor@demo.test", width });
    let interactions = 0;
    const press = async (what: Locator) => {
      interactions += 1;
      await what.click();
    };
    const dialog = company.getByRole("dialog");
    const waiting = company.getByRole("region", { name: /Accepted, not invoiced/ });
    await press(waiting.getByRole("button", { name: /^Invoice accepted work/ }).first());
    await press(dialog.getByRole("button", { name: "Make invoice" }));
    await company.getByText("Invoice issued").waitFor();
    await press(company.getByRole("button", { name: "Record payment" }));
    await press(dialog.getByRole("button", { name: "Save payment" }));
    await company.getByText("PAID", { exact: true }).first().waitFor();
    const number = (await company.title()).split(" ")[0];
    expect(interactions).toBeLessThanOrEqual(MOST_INTERACTIONS);

    await client.goto(company.url().replace("/admin/", "/"));
    await client.getByText("Paid in full").waitFor();
    await readMailTo(portal.places.DATA_DIR, WRITER, new RegExp(`^Payment received for invoice ${number}$`));
  },
);
