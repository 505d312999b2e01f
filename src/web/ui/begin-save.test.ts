import { createFormControl } from "react-hook-form";
import { expect, test } from "vitest";
import { beginSave } from "./begin-save.ts";

type Typed = { name: string; links: { url: string }[] };

function open() {
  const defaultValues: Typed = { name: "Tidal", links: [{ url: "boards.example" }] };
  const form = createFormControl<Typed>({ defaultValues });
  const { control } = form;
  // As a screen does that shows it.
  control._state.mount = true;
  Object.assign(control._proxyFormState, { isDirty: true, dirtyFields: true });
  return { ...form, isDirty: () => control._formState.isDirty };
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
  form.setValue("name", "Tidal Coffee", { shouldDirty: true });
  const saved = beginSave(form);
  form.setValue("name", "Tidal Coffee Roasters", { shouldDirty: true });
  expect(saved({ name: "Tidal Coffee", links: [{ url: "boards.example" }] })).toBe(false);
  expect(form.getValues("name")).toBe("Tidal Coffee Roasters");
  expect(form.isDirty()).toBe(true);
  // What is saved counts as read: typing back to it leaves nothing to save.
  form.setValue("name", "Tidal Coffee", { shouldDirty: true });
  expect(form.isDirty()).toBe(false);
});
