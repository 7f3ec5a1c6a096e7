import type { Encoding } from "./encoding.ts";
import {
  encodingFor,
  type FinishedPage,
  type PageForm,
  type PageHead,
  recode,
  sendForm,
} from "./page-forms.ts";

/** How long a form is kept that is not the first one: packing takes time, plain ones take room. In milliseconds. */
const otherForms = { packed: 10_000, plain: 1_000 } as const;

/** An answer that many get, each in the encoding that it takes. */
export class SharedAnswer {
  readonly #page: FinishedPage;
  readonly #forms: Map<Encoding, PageForm>;

  constructor(page: FinishedPage) {
    this.#page = page;
    this.#forms = new Map([[page.form.encoding, page.form]]);
  }

  answer({ headers }: Request): Response {
    const { form } = this.#page;
    const encoding = encodingFor(headers.get("accept-encoding"), this.#page, form);
    let wanted = this.#forms.get(encoding);
    if (wanted === undefined) {
      wanted = recode(form, encoding);
      this.#forms.set(encoding, wanted);
      const longest = encoding === "identity" ? otherForms.plain : otherForms.packed;
      setTimeout(() => this.#forms.delete(encoding), longest).unref();
    }
    return sendForm(this.#page, wanted);
  }
}

/** Asked by nobody in particular. */
export function isAnonymousRead({ method, headers }: Request): boolean {
  return method === "GET" && !headers.has("cookie") && !headers.has("authorization");
}

/** The same for everybody who asks without credentials. */
export function mayBeShared({ status, headers }: PageHead): boolean {
  return (
    status === 200 &&
    /\bpublic\b/.test(headers.get("cache-control") ?? "") &&
    !headers.has("set-cookie") &&
    !headers.has("content-encoding")
  );
}
