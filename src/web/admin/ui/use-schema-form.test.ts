import { expect, test } from "vitest";
import { describeConflict, differingFields } from "./use-schema-form.ts";

test.each([
  [{ name: "Beans", rate: 2 }, "in the meantime: rate."],
  [{ name: "Tea", rate: 2 }, "in the meantime: name, rate."],
  // A colleague has changed it and changed it back.
  [{ name: "Beans", rate: 1 }, "in the meantime."],
])("HOUSE-6 a conflict names what differs by now: %j", (current, end) => {
  const fields = differingFields({ name: "name", rate: "rate" }, { name: "Beans", rate: 1 }, current);
  expect(describeConflict("this product", fields)).toContain(
    `Someone else has changed this product ${end} Save again`,
  );
});
