import { joinActions } from "#domain/activity/say-action.ts";
import type { Job } from "../deps.ts";
import type { MailSample, Noun } from "../noun.ts";
import { COUNT_RULES, createWall, type Wall } from "../wall/build-wall.ts";
import type { RowRules } from "../wall/row-rules.ts";

const NOUNS = Object.values(import.meta.glob<Noun>("../*/noun.ts", { eager: true, import: "noun" }));

/** Every job. A job that no noun declares never runs. */
export const JOBS: readonly Job[] = NOUNS.flatMap(({ jobs = [] }) => jobs);

/** Every action of the audit trail. */
export const ACTIONS = joinActions(NOUNS);

/** Every mail that the portal sends. */
export const MAILS: readonly MailSample[] = NOUNS.flatMap(({ mails = [] }) => mails).toSorted(
  (one, other) => one.place - other.place,
);

/** Who sees and changes which rows of every table. */
export const ROW_RULES: RowRules = Object.assign({}, COUNT_RULES, ...NOUNS.map(({ rows }) => rows));

/** The rights, policies and triggers of the database. */
export const WALL: Wall = createWall(ROW_RULES);
