import * as calls from "#contract/admin/mail.ts";
import { joinActions } from "#domain/activity/describe-action.ts";
import { MAIL_LOOK_PATH } from "#domain/mail/listed-mail.ts";
import { SEARCH_KINDS } from "#domain/search/search-hit.ts";
import type { Deps, HitLoaders, Job } from "../deps.ts";
import { type Route, route } from "../http/route.ts";
import type { MailSample, Noun } from "../noun.ts";
import { COUNT_RULES, createRls, type RlsStatements } from "../rls/install-rls.ts";
import type { RowRules } from "../rls/row-rules.ts";

const FILES = import.meta.glob<{ noun?: Noun; routes?: readonly Route[] }>("../*/noun.ts", { eager: true });

export const NOUNS: readonly Noun[] = Object.values(FILES).flatMap(({ noun = [] }) => noun);

/** Every job. A job that no noun declares never runs. */
export const JOBS: readonly Job[] = NOUNS.flatMap(({ jobs = [] }) => jobs);

/** The parts of /admin/system. */
export const SYSTEM_SOURCES = NOUNS.flatMap(({ systemParts = [] }) => systemParts);

/** Every action of the audit trail. */
export const ACTIONS = joinActions(NOUNS);

/** Every mail that the portal sends. */
export const MAILS: readonly MailSample[] = NOUNS.flatMap(({ mails = [] }) => mails).toSorted(
  (one, other) => one.order - other.order,
);

/** Who sees and changes which rows of every table. */
export const ROW_RULES: RowRules = Object.assign({}, COUNT_RULES, ...NOUNS.map(({ rows }) => rows));

/** In the order in which hits are shown. */
const SEARCHED = NOUNS.flatMap(({ search }) => search ?? []).toSorted(
  (one, other) => SEARCH_KINDS.indexOf(one.kind) - SEARCH_KINDS.indexOf(other.kind),
);

function foundBy(side: "ofOrganization" | "ofCompany") {
  return SEARCHED.flatMap(({ kind, [side]: found }) => (found ? [{ kind, ...found }] : []));
}

function hitLoadersOf(side: "ofOrganization" | "ofCompany"): HitLoaders {
  return Object.fromEntries(foundBy(side).map(({ kind, name }) => [kind, name]));
}

/** What lists of hits show of the records of each kind. */
export const HIT_LOADERS = {
  ofOrganization: hitLoadersOf("ofOrganization"),
  ofCompany: hitLoadersOf("ofCompany"),
};

/** The rights, policies, triggers and functions of the database. */
export const RLS: RlsStatements = createRls({
  rows: ROW_RULES,
  counted: Object.assign({}, ...NOUNS.map(({ countedLists }) => countedLists)),
  ofOrganization: foundBy("ofOrganization"),
  ofCompany: foundBy("ofCompany"),
});

/** The handlers of all calls: the `routes` of every `noun.ts`, and of the samples of mails. */
export const ROUTES: readonly Route[] = [
  ...Object.values(FILES).flatMap(({ routes = [] }) => routes),
  route(calls.listMails, async ({ deps }) =>
    MAILS.map(({ compose, order: _, ...kind }) => {
      const { subject, text } = compose(deps.settings.now(), deps.env.publicUrl);
      return { ...kind, subject, text };
    }),
  ),
];

/** The HTML of the mail that an address of the company's side shows, as it would be sent now; null for others. */
export async function findMailPreview(
  { settings, env, mailer }: Pick<Deps, "settings" | "env" | "mailer">,
  url: string,
): Promise<string | null> {
  const kind = MAILS.find(({ mailKind }) => url === `${MAIL_LOOK_PATH}/${mailKind}`);
  return kind ? mailer.preview(kind.compose(settings.now(), env.publicUrl).html) : null;
}
