import { expect, test } from "vitest";
import { callAs, frameOf, makeEmptyProposal, untilSaved } from "#tests/support/editor.ts";
import { expectNoAxeViolations, reachIntoFrames } from "#tests/support/expect-accessible.ts";
import { message } from "#tests/support/open-editor.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

type Draft = { page: { content: { type: string; props: Record<string, unknown> }[] } };

test("STUDIO-13 STUDIO-19 STUDIO-20 a paragraph gets a link, lists and a table in place, and the table becomes a pricing table", async () => {
  const page = await browser.openPage("/admin/documents", { as: "editor@demo.test" });
  const id = await makeEmptyProposal(page, "Doors");
  await page.goto(`${portal.url}/admin/documents/${id}/edit`);
  const frame = frameOf(page);
  const { keyboard } = page;
  const content = async () => {
    const draft = await callAs<Draft>(page, `GET unique-document/admin/${id}/draft`);
    return draft.page.content.map(({ type, props }) => [type, props.lineItems ?? props.text]);
  };
  await page.getByRole("button", { name: "Add Paragraph", exact: true }).click();
  await frame.locator(".editor-text:focus").waitFor();

  // The arrows go from text to text, past the edges of blocks.
  await page.getByRole("button", { name: "Add Heading", exact: true }).click();
  await keyboard.type("Hall");
  await keyboard.press("ArrowUp");
  await frame.locator(".cp-rich.editor-text:focus").waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("End");
  await keyboard.type("way");
  await frame.getByText("Hallway", { exact: true }).waitFor();
  await keyboard.press("ArrowUp");

  // A link for words that keys selected, with the address typed in the bar.
  await keyboard.type("See our terms");
  await keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  await keyboard.press("ControlOrMeta+k");
  await page.getByRole("textbox", { name: "Address of the link" }).waitFor();
  await keyboard.type("example.com/terms");
  await keyboard.press("Enter");
  await frame.getByRole("link", { name: "terms" }).waitFor();
  await frame.locator(".editor-text:focus").waitFor();
  await keyboard.press("End");
  await keyboard.press("Enter");
  for (const [typed, spoken] of [
    ["2. ", /Numbered list/],
    ["> ", /Quote/],
  ] as const) {
    await keyboard.type(`${typed}x`);
    await message(page, spoken);
    await keyboard.press("Enter");
    await keyboard.press("Enter");
  }

  // A table from the slash menu grows by Tab.
  await keyboard.type("/table");
  await frame.getByRole("option", { name: "Table", exact: true }).waitFor();
  await keyboard.press("Enter");
  await frame.locator(".editor-text:focus th").first().waitFor();
  const cells = ["Item", "Qty", "Price", "Oak door", "2", "1,250.50", "Fitting", "three", "95"];
  for (const cell of [...cells, "Total", "", "2,786.00"]) {
    await keyboard.type(cell);
    await keyboard.press("Tab");
  }
  await expect.poll(() => frame.locator(".editor-text tr").count()).toBe(5);
  const make = page.getByRole("button", { name: "Make it a pricing table" });
  await make.click();
  await page.getByText("“Fitting”: “three” can't be read as a quantity.").waitFor();
  expect(await frame.locator(".editor-text table").count()).toBe(1);
  await frame.getByText("three").click();
  for (const key of ["Home", "Shift+End"]) await keyboard.press(key);
  await keyboard.type("3");
  // The field of the settings shows what is stored.
  await page.locator("[data-fields]").getByText("2,786.00").waitFor();
  await reachIntoFrames(page);
  await expectNoAxeViolations(page);
  await make.click();
  await page.getByText("Left out Total").waitFor();
  await frame.getByRole("group", { name: /Pricing Table/ }).waitFor();
  await untilSaved(page);
  const lines = [
    { product: "Oak door", price: 1250.5, count: 2, countLabel: "" },
    { product: "Fitting", price: 95, count: 3, countLabel: "" },
  ];
  const link = '<a href="https://example.com/terms" rel="noopener noreferrer">terms</a>';
  const text = `<p>See our ${link}</p><ol start="2"><li>x</li></ol><blockquote>x</blockquote>`;
  await expect.poll(content).toEqual([
    ["Paragraph", text],
    ["PricingTable", lines],
    ["Heading", "Hallway"],
  ]);
  await frame.getByText("$2,786.00").waitFor();
  await keyboard.press("ControlOrMeta+z");
  await frame.locator(".editor-text table").waitFor();
});
