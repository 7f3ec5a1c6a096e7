import { z } from "zod";
import { changes, emit } from "#sandbox/events/emit.ts";
import { invalid } from "#sandbox/http/failure.ts";
import type { Route } from "#sandbox/http/call.ts";
import { address, expand, flag, metadata, metadataChange, page, read, text } from "#sandbox/http/params.ts";
import { newPrice, newProduct } from "#sandbox/objects/catalogue.ts";
import { idOf } from "#sandbox/store/kinds.ts";
import { currencyParam, recurringParams, unitAmountParam } from "./line-items.ts";
import { listAnswer, mergedMetadata } from "./lists.ts";

const productFields = {
  active: flag.optional(),
  description: text(5000).optional(),
  images: z.array(address).max(8).optional(),
  expand,
};

const productRoutes: Route[] = [
  {
    method: "POST",
    path: "/v1/products",
    run: (sandbox, { form }) => {
      const params = read(
        z.strictObject({ ...productFields, name: z.string().min(1).max(250), metadata: metadata.optional() }),
        form,
      );
      const product = newProduct(params, sandbox.clock.now());
      sandbox.store.insert("product", product, null);
      emit(sandbox, "product.created", product);
      return product;
    },
  },
  {
    method: "GET",
    path: "/v1/products",
    run: (sandbox, { form }) => {
      const params = read(z.strictObject({ ...page, active: flag.optional() }), form);
      const keep = (product: { active: boolean }) =>
        params.active === undefined || product.active === params.active;
      return listAnswer(sandbox, "product", "/v1/products", params, {}, keep);
    },
  },
  {
    method: "GET",
    path: "/v1/products/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(z.strictObject({ expand }), form);
      return sandbox.store.get("product", id);
    },
  },
  {
    method: "POST",
    path: "/v1/products/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      const params = read(
        z.strictObject({
          ...productFields,
          name: z.string().min(1).max(250).optional(),
          metadata: metadataChange.optional(),
        }),
        form,
      );
      const product = sandbox.store.get("product", id);
      const before = structuredClone(product);
      product.active = params.active ?? product.active;
      product.name = params.name ?? product.name;
      product.description = params.description ?? product.description;
      product.images = params.images ?? product.images;
      product.metadata = mergedMetadata(product.metadata, params.metadata);
      product.updated = sandbox.clock.now();
      sandbox.store.save("product", product);
      emit(sandbox, "product.updated", product, changes(before, product));
      return product;
    },
  },
];

const priceRoutes: Route[] = [
  {
    method: "POST",
    path: "/v1/prices",
    run: (sandbox, { form }) => {
      const params = read(
        z.strictObject({
          active: flag.optional(),
          currency: currencyParam,
          product: text(255),
          unit_amount: unitAmountParam,
          recurring: recurringParams.optional(),
          nickname: text(5000).optional(),
          lookup_key: text(200).optional(),
          metadata: metadata.optional(),
          expand,
        }),
        form,
      );
      sandbox.store.get("product", params.product, "product");
      const key = params.lookup_key;
      const taken =
        key !== undefined &&
        sandbox.store.list("price", { limit: 1 }, (one) => one.lookup_key === key).data.length > 0;
      if (taken) throw invalid(`A price already uses that lookup key: ${key}`, "lookup_key");
      const price = newPrice(
        { ...params, unitAmount: params.unit_amount, lookupKey: key },
        sandbox.clock.now(),
      );
      sandbox.store.insert("price", price, null);
      emit(sandbox, "price.created", price);
      return price;
    },
  },
  {
    method: "GET",
    path: "/v1/prices",
    run: (sandbox, { form }) => {
      const params = read(
        z.strictObject({
          ...page,
          active: flag.optional(),
          product: text(255).optional(),
          type: z.enum(["one_time", "recurring"]).optional(),
          lookup_keys: z.array(text(200)).max(10).optional(),
        }),
        form,
      );
      return listAnswer(sandbox, "price", "/v1/prices", params, { parent: params.product }, (price) => {
        if (params.active !== undefined && price.active !== params.active) return false;
        if (params.type !== undefined && price.type !== params.type) return false;
        return params.lookup_keys?.includes(price.lookup_key ?? "") ?? true;
      });
    },
  },
  {
    method: "GET",
    path: "/v1/prices/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(z.strictObject({ expand }), form);
      return sandbox.store.get("price", id);
    },
  },
  {
    method: "POST",
    path: "/v1/prices/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      const params = read(
        z.strictObject({
          active: flag.optional(),
          nickname: text(5000).optional(),
          metadata: metadataChange.optional(),
          expand,
        }),
        form,
      );
      const price = sandbox.store.get("price", id);
      const before = structuredClone(price);
      price.active = params.active ?? price.active;
      price.nickname = params.nickname ?? price.nickname;
      price.metadata = mergedMetadata(price.metadata, params.metadata);
      sandbox.store.save("price", price);
      emit(sandbox, "price.updated", price, changes({ ...before, product: idOf(before.product) }, price));
      return price;
    },
  },
];

export const catalogueRoutes: Route[] = [...productRoutes, ...priceRoutes];
