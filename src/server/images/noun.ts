import type { Noun } from "../noun.ts";
import { fetchImage } from "./fetch-image.job.ts";

export const noun: Noun = { jobs: [fetchImage] };
