import type { SiteConfig } from "#contract/site-config.ts";
import type { PageAnswer } from "#server/http/page-answer.ts";

/** Messages between the site and a worker thread that renders pages; `page` and `call` number pages and their calls. */

export type HeaderList = [name: string, value: string][];

/** A thread's start data. */
export interface PageWorkerData {
  /** The address of the built pages' module. */
  readonly bundle: string;
  readonly site: SiteConfig;
}

export type FromThread =
  /** Once: it can render. With the patterns of all pages' addresses. */
  | { readonly kind: "ready"; readonly routes: readonly string[] }
  | {
      readonly kind: "call";
      readonly page: number;
      readonly call: number;
      readonly path: string;
      readonly method: string;
      readonly headers: HeaderList;
      readonly body: string | null;
    }
  | { readonly kind: "rendered"; readonly page: number; readonly answer: PageAnswer }
  | { readonly kind: "failed"; readonly page: number; readonly reason: string };

export type ToThread =
  /** The site's data for pages from now on. */
  | { readonly kind: "site"; readonly site: SiteConfig }
  | {
      readonly kind: "render";
      readonly page: number;
      readonly url: string;
      readonly method: string;
      readonly headers: HeaderList;
    }
  /** The API's answer, or its failure. */
  | {
      readonly kind: "answered";
      readonly call: number;
      readonly status: number;
      readonly headers: HeaderList;
      readonly text: string;
    }
  | { readonly kind: "unanswered"; readonly call: number; readonly reason: string };
