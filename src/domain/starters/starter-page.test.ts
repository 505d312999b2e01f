import { expect, test } from "vitest";
import { isWhollyShowable } from "../page/known-blocks.ts";
import { draftIssues } from "../page/page-issues.ts";
import { isStandardVariable } from "../page/standard-variables.ts";
import { variablesOf } from "../page/variables.ts";
import { starterTerms } from "./general-terms.ts";
import { LEGAL_DRAFT, STARTER_KEYS, STARTERS } from "./starter.ts";
import { starterPage } from "./starter-page.ts";

test.each(STARTER_KEYS)(
  "FIRST-3 the library's %s can be stored and shown, and every variable has a text",
  (key) => {
    const { page, variables } = starterPage(key);
    expect(isWhollyShowable(page)).toBe(true);
    expect(draftIssues(page, page)).toEqual([]);
    const usual = new Map(variables.map((one) => [one.name, one.default]));
    const own = variablesOf(page).flatMap(({ name }) => (isStandardVariable(name) ? [] : [name]));
    expect(own.toSorted()).toEqual([...usual.keys()].toSorted());
    expect([...usual.values()]).not.toContain("");
    expect(page.content.at(-1)?.type).toBe("Footer");
    expect(JSON.stringify(page).includes(LEGAL_DRAFT)).toBe(STARTERS[key].isLegal);
  },
);

test("FIRST-3 the general terms name the company, escaped, and begin with the mark of a draft", () => {
  const html = starterTerms({ companyName: "North & <Pine>", abn: "51 824 753 556" });
  expect(html).toContain("North &amp; &lt;Pine&gt; (ABN 51 824 753 556)");
  expect(html.startsWith(`<p><strong>${LEGAL_DRAFT}</strong></p>`)).toBe(true);
  expect(starterTerms({ companyName: "North Pine", abn: null })).toContain("of North Pine (we, us)");
});
