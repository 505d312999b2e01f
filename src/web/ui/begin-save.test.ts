import { createFormControl, type FormState } from "react-hook-form";
import { expect, test } from "vitest";
import { beginSave, isAsSent, isUnanswered } from "./begin-save.ts";

type Typed = { name: string; links: { url: string }[] };

const TIDAL: Typed = { name: "Tidal", links: [{ url: "boards.example" }] };

function open() {
  const form = createFormControl<Typed>({ defaultValues: TIDAL });
  let seen: Partial<FormState<Typed>> = {};
  form.subscribe({
    formState: { isDirty: true, errors: true, touchedFields: true, isSubmitted: true },
    callback: (state) => {
      seen = { ...seen, ...state };
    },
  });
  // Begins as a screen does.
  form.reset(TIDAL);
  return {
    ...form,
    type: (name: string) => form.setValue("name", name, { shouldDirty: true, shouldTouch: true }),
    isDirty: () => seen.isDirty,
    errorOfName: () => seen.errors?.name?.message,
  };
}

test("STUDIO-12 a form shows what was saved, and nothing is left to save", () => {
  const form = open();
  form.setValue("links.0.url", "boards.example/tidal", { shouldDirty: true });
  expect(form.isDirty()).toBe(true);
  const saved = beginSave(form);
  expect(saved({ name: "Tidal", links: [{ url: "https://boards.example/tidal" }] })).toBe(true);
  expect(form.getValues("links")).toEqual([{ url: "https://boards.example/tidal" }]);
  expect(form.isDirty()).toBe(false);
});

test("STUDIO-12 what is typed while a form is being saved stays, and is still to be saved", () => {
  const form = open();
  form.type("Tidal Coffee");
  const saved = beginSave(form);
  form.type("Tidal Coffee Roasters");
  expect(saved({ ...TIDAL, name: "Tidal Coffee" })).toBe(false);
  expect(form.getValues("name")).toBe("Tidal Coffee Roasters");
  expect(form.isDirty()).toBe(true);
  // What is saved counts as read: typing back to it leaves nothing to save.
  form.type("Tidal Coffee");
  expect(form.isDirty()).toBe(false);
});

test("STUDIO-12 what is being saved is told from what was typed since, also the text of before", () => {
  const form = open();
  form.type("Tidal Coffee");
  expect(isAsSent(form)).toBe(false);
  beginSave(form);
  expect(isAsSent(form)).toBe(true);
  form.type("Tidal");
  expect(isAsSent(form)).toBe(false);
  form.type("Tidal Coffee");
  expect(isAsSent(form)).toBe(true);
});

test("STUDIO-12 a save counts as unanswered until it has succeeded, and a failed one does not count as saved", () => {
  const form = open();
  expect(isUnanswered(form)).toBe(false);
  form.type("Tidal Coffee");
  beginSave(form);
  expect(isUnanswered(form)).toBe(true);
  const saved = beginSave(form);
  saved({ ...TIDAL, name: "Tidal Coffee" });
  expect(isUnanswered(form)).toBe(false);
});

test("STUDIO-12 a field that is wrong when its form was saved keeps its error, and a form as it was sent has none", () => {
  const form = open();
  form.type("Tidal Coffee");
  const saved = beginSave(form);
  form.type("");
  form.setError("name", { message: "Please enter a name" });
  saved({ ...TIDAL, name: "Tidal Coffee" });
  expect(form.errorOfName()).toBe("Please enter a name");
  expect(form.getFieldState("name").isTouched).toBe(true);

  form.type("Tidal Pools");
  const savedAgain = beginSave(form);
  savedAgain({ ...TIDAL, name: "Tidal Pools" });
  expect(form.errorOfName()).toBeUndefined();
});
