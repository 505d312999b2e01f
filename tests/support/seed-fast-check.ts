import { configureGlobal } from "fast-check";
import { SEED } from "./suite-cases.ts";

// Properties draw from the same seed as everything else, so that a failure repeats.
configureGlobal({ seed: SEED });
