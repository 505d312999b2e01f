import { expect, test } from "vitest";
import { casesFor, drawFrom, SEED } from "#tests/support/suite-cases.ts";
import { organizationIndex, organizationKey } from "./organization-index.ts";

const SPELLINGS: Record<string, readonly string[]> = {
  "'": ["’", "‘", "´", "`", "ʼ", "′", "＇"],
  " ": ["  ", "\u00a0", "\u2009", " \u200b", "\u3000", ""],
  "-": ["–", "—", "‑", "‐", "−", "－"],
  s: ["S", "ｓ", "s\u200d", "\u200es"],
  e: ["é", "E", "e\u0301", "ｅ"],
  o: ["ø", "Ö", "O", "ő"],
  l: ["ł", "L"],
};

const NAMES = ["o'leary & sons", "fjord-wells the second", "lone pine 's-hertog", "blue stone"];

test("FIELD-10 an organization is the same whatever its apostrophes, spaces, dashes, accents and width", () => {
  const draw = drawFrom(SEED);
  const find = organizationIndex(
    NAMES.map((organizationName, at) => ({ organizationId: `${at}`, organizationName })),
  );
  for (let round = 0; round < casesFor(200, 5000); round += 1) {
    const at = draw(NAMES.length);
    const spelled = [...(NAMES[at] ?? "")].map((sign) => {
      const others = SPELLINGS[sign];
      return others && draw(2) === 0 ? others[draw(others.length)] : sign;
    });
    expect(find(spelled.join("")), JSON.stringify(spelled.join(""))).toMatchObject({
      organizationId: `${at}`,
    });
  }
});

test.each([
  ["Straße 9", "STRASSE 9"],
  ["Ærø", "aero"],
  ["ＡＢＣ Pty", "ABC Pty"],
  ["İzmir", "izmir"],
])("FIELD-10 %s and %s are one organization", (one, other) => {
  expect(organizationKey(one)).toBe(organizationKey(other));
});

test.each([
  ["Harbour", "Harbor"],
  ["Wren 1", "Wren 2"],
  ["A & B", "A B"],
  ["Wren-House", "Wren House"],
])("FIELD-10 %s and %s are two organizations", (one, other) => {
  expect(organizationKey(one)).not.toBe(organizationKey(other));
});
