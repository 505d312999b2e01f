import { z } from "zod";
import {
  ExportedFile,
  ImportFile,
  ImportReport,
  MOST_FILE_BYTES,
  WantedImport,
} from "#domain/csv/import-report.ts";
import { Id } from "#domain/id.ts";
import { CataloguedProduct, Product, ProductDetails, ProductRecord } from "#domain/products/product.ts";
import { defineCall } from "../call.ts";
import { IdParams } from "../id-params.ts";

export const listProducts = defineCall({
  method: "GET",
  path: "product/admin/list",
  who: "viewer",
  reach: "every-organization",
  summary: "The catalogue: all products by name",
  reply: z.array(CataloguedProduct),
});

export const addProduct = defineCall({
  method: "POST",
  path: "product/admin",
  who: "editor",
  reach: "every-organization",
  summary: "Adds a product to the catalogue",
  body: ProductDetails,
  reply: CataloguedProduct,
});

export const changeProduct = defineCall({
  method: "PATCH",
  path: "product/admin/{id}",
  who: "editor",
  reach: "every-organization",
  summary: "Changes a product for drafts and new work; what was sent stays as it is",
  params: IdParams,
  body: ProductDetails.extend({
    /** The product as the editor read it. If it differs by now, nothing is changed. */
    asRead: Product.omit({ productId: true }),
  }),
  reply: CataloguedProduct,
});

export const getProduct = defineCall({
  method: "GET",
  path: "product/admin/{id}",
  who: "viewer",
  reach: "every-organization",
  summary: "One product, with the work that charges for it and its history",
  params: IdParams,
  reply: ProductRecord,
});

export const retireProduct = defineCall({
  method: "PATCH",
  path: "product/admin/{id}/retired",
  who: "editor",
  reach: "every-organization",
  summary: "Retires a product, which new work then cannot choose, or restores it",
  params: IdParams,
  body: z.strictObject({ isRetired: z.boolean() }),
  reply: CataloguedProduct,
});

export const deleteProduct = defineCall({
  method: "DELETE",
  path: "product/admin/{id}",
  who: "editor",
  reach: "every-organization",
  summary: "Deletes a product that no work has ever charged for",
  params: IdParams,
  reply: z.strictObject({ productId: Id }),
});

export const exportProducts = defineCall({
  method: "GET",
  path: "product/admin/list/csv",
  who: "owner",
  reach: "every-organization",
  summary: "The whole catalogue as CSV, which an import takes back",
  reply: ExportedFile,
});

export const checkProducts = defineCall({
  method: "POST",
  path: "product/admin/import/check",
  isReading: true,
  who: "editor",
  reach: "every-organization",
  summary: "What an import of products from CSV would do, row by row",
  body: ImportFile,
  maxBodyBytes: MOST_FILE_BYTES,
  reply: ImportReport,
});

export const importProducts = defineCall({
  method: "POST",
  path: "product/admin/import",
  who: "editor",
  reach: "every-organization",
  summary: "Imports products from CSV: all rows, or none if one is wrong",
  body: WantedImport,
  maxBodyBytes: MOST_FILE_BYTES,
  reply: ImportReport.shape.counts,
});
