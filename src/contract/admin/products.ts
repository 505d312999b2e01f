import { z } from "zod";
import { Product } from "#domain/products/product.ts";
import { ProductDetails } from "#domain/products/product-details.ts";
import { defineCall } from "../call.ts";
import { IdParams } from "../id-params.ts";

export const listProducts = defineCall({
  method: "GET",
  path: "product/admin/list",
  who: "viewer",
  reach: "every-organization",
  summary: "The catalogue: all products by name",
  reply: z.array(Product),
});

export const addProduct = defineCall({
  method: "POST",
  path: "product/admin",
  who: "editor",
  reach: "every-organization",
  summary: "Adds a product to the catalogue",
  body: ProductDetails,
  reply: Product,
});

export const changeProduct = defineCall({
  method: "PATCH",
  path: "product/admin/{id}",
  who: "editor",
  reach: "every-organization",
  summary: "Changes a product, unless a document that waits for a client's decision quotes it",
  params: IdParams,
  body: ProductDetails.extend({
    /** The product as the editor read it. If it differs by now, nothing is changed. */
    asRead: Product.omit({ productId: true }),
  }),
  reply: Product,
});
