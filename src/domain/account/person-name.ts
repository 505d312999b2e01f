import { z } from "zod";
import { trimEdges } from "../trim-edges.ts";
import { findNameFault } from "./person-name-fault.ts";

/** The schema of a first or last name. `message` is the error for an empty one. */
export function personName(message = "Expected a name") {
  return named(message, (name) => findNameFault(name, message));
}

/** The schema of the last name, which is empty for people with one name. Forms ask whether it is. */
export function lastName(message = "Expected a name") {
  return named(message, (name) => (name === "" ? null : findNameFault(name, message)));
}

function named(message: string, findFault: (name: string) => string | null) {
  return z
    .string({ error: message })
    .overwrite(trimEdges)
    .superRefine((name, context) => {
      const fault = findFault(name);
      if (fault !== null) context.addIssue({ code: "custom", message: fault });
    });
}
