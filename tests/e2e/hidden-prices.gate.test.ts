import { expect, test } from "vitest";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

/** A document that shows the price of its care, and not the one of its build. */
const ONE_PRICE_HIDDEN = {
  products: [{ productId: "shown-hour", productName: "Developer", productUnit: "hour", productRate: 165 }],
  documents: [
    {
      uniqueDocumentId: "doc-care",
      slug: "care",
      organizationId: "harbour-coffee",
      externalId: "P-7000",
      name: "Website care",
      documentType: "PROPOSAL",
      status: "PENDING",
      puckState: {
        root: { props: { title: "Website care" } },
        content: [
          {
            type: "WorkOrders",
            props: {
              id: "build",
              hidePricing: true,
              workOrderData: { workOrderIds: ["care-shop", "care-blog"] },
            },
          },
          {
            type: "PricingTable",
            props: {
              id: "care",
              lineItems: [{ product: "Domain", price: 10, count: 1, countLabel: "year" }],
            },
          },
        ],
      },
    },
  ],
  workOrders: ["shop", "blog"].map((name) => ({
    workOrderId: `care-${name}`,
    organizationId: "harbour-coffee",
    externalId: `W-7-${name}`,
    name: `Build the ${name}`,
    description: "",
    workOrderStatus: "OPEN",
    uniqueDocument: "doc-care",
    products: [{ productId: "shown-hour", total: 100 }],
    optional: { isOptional: name === "blog", doesClientWantWorkDone: false },
  })),
};

const { portal, browser } = await startJourneys({ world: ONE_PRICE_HIDDEN });

test("FIELD-7 APPR-4 PRICE-6 where one price is hidden, the shown ones are not called the total, and the other work is named", async () => {
  const page = await browser.openPage("/doc/care", { as: "writer@demo.test", width: 360, height: 780 });
  const accept = page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true });
  const bar = page.getByRole("region", { name: "Decision" });
  await bar.getByText("Total of the shown prices").waitFor();
  expect(await bar.innerText()).toContain("$11.00");
  const named = "Work without a shown price is part of the acceptance: “Build the shop”.";
  await page.getByRole("status").filter({ hasText: named }).waitFor();
  expect(await page.getByText("Total inc. GST").count()).toBe(0);
  await page.getByRole("checkbox", { name: "Include Build the blog" }).click();
  const both = named.replace("”.", "”, “Build the blog”.");
  await page.getByRole("status").filter({ hasText: both }).waitFor();
  await expect.poll(() => accept.isEnabled()).toBe(true);
  await accept.click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  const told = (await dialog.innerText()).replaceAll(/\s+/g, " ");
  expect(told).toContain(
    "Total of the shown prices $11.00 Work included Build the shop Optional work included Build the blog",
  );
  expect(told).toContain(both);
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.goto(`${portal.url}/dashboard`);
  const listed = page.getByRole("link", { name: /^Website care/ });
  await listed.waitFor();
  expect(await listed.innerText()).toMatch(/Not shown/);
  expect(await listed.innerText()).not.toContain("$");
});
