import { z } from "zod";
import { GeneralDocument, SignedGeneralDocument } from "#domain/agreements/general-document.ts";
import { Id } from "#domain/id.ts";
import { defineCall } from "./call.ts";
import { IdParams } from "./id-params.ts";

export const getGeneralDocument = defineCall({
  method: "GET",
  path: "general-document/public/{id}",
  who: "public",
  reach: "everybody",
  summary: "One general document",
  params: IdParams,
  reply: GeneralDocument,
});

export const getGeneralTerms = defineCall({
  method: "GET",
  path: "general-document/public/get/generalTerms",
  who: "public",
  reach: "everybody",
  summary: "The General Terms and Conditions",
  reply: GeneralDocument,
});

export const listGeneralDocuments = defineCall({
  method: "POST",
  path: "general-document/public/batch",
  who: "public",
  reach: "everybody",
  summary: "Several general documents at once; unknown ids are left out",
  body: z.strictObject({ generalDocumentIds: z.array(Id).max(500) }),
  reply: z.array(GeneralDocument),
});

export const listSignedGeneralDocuments = defineCall({
  method: "GET",
  path: "signed-general-document/user/list",
  who: "member",
  reach: "organization",
  summary: "The general documents signed for the active organization, newest first",
  reply: z.array(SignedGeneralDocument),
});
