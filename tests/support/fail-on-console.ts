import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

// What a program complains about on the console is a fault nobody looks at: the test that caused it fails.

const complaints: string[] = [];

for (const method of ["error", "warn"] as const) {
  console[method] = (...said: unknown[]) => {
    complaints.push(`console.${method}: ${format(...said)}`);
  };
}

function failOnComplaints(): void {
  const said = complaints.splice(0);
  if (said.length > 0) throw new Error(`Nothing may be printed here.\n${said.join("\n")}`);
}

afterEach(failOnComplaints);
afterAll(failOnComplaints);
