import type { Actions } from "#domain/activity/say-action.ts";
import type { Noun } from "../noun.ts";
import { fetchImage } from "./fetch-image.job.ts";

const ACTIONS: Actions = {
  documents: {
    "image.upload": "uploaded an image",
  },
};

export const noun: Noun = { actions: ACTIONS, jobs: [fetchImage] };
