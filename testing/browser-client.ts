import type { TestProcess } from "./test-site.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body; null if there is none. */
  readonly body: unknown;
  readonly text: string;
}

export interface CallOptions {
  readonly body?: unknown;
  /** Sent in the Authorization header; null sends none. The client's own token by default. */
  readonly bearer?: string | null;
  /** False: no cookies are sent or stored. */
  readonly cookies?: boolean;
  readonly headers?: Record<string, string>;
  readonly address?: string;
  /** Another process of the site. */
  readonly process?: TestProcess;
}

/** A browser's side of the API: stores cookies, and the bearer token of the last answer with one. */
export class BrowserClient {
  readonly cookies = new Map<string, string>();
  token: string | null = null;
  readonly site: TestProcess;
  readonly origin: string;
  address: string;

  constructor(site: TestProcess & { publicUrl: string }, address = "203.0.113.1") {
    this.site = site;
    this.origin = site.publicUrl;
    this.address = address;
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const headers = new Headers({ host: new URL(this.origin).host, ...options.headers });
    const bearer = options.bearer === undefined ? this.token : options.bearer;
    if (bearer !== null) headers.set("authorization", `Bearer ${bearer}`);
    const withCookies = options.cookies !== false;
    if (withCookies && this.cookies.size > 0) {
      headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const init: RequestInit = { method, headers };
    if (options.body !== undefined) {
      init.body = typeof options.body === "string" ? options.body : JSON.stringify(options.body);
      headers.set("content-type", "application/json");
    }
    const process = options.process ?? this.site;
    const response = await process.fetch(
      new Request(this.origin + path, init),
      options.address ?? this.address,
    );
    if (withCookies) this.keep(response.headers.getSetCookie());
    const text = await response.text();
    const body: unknown = text === "" ? null : JSON.parse(text);
    if (response.ok && typeof body === "object" && body !== null && "token" in body) {
      this.token = String(body.token);
    }
    return { status: response.status, headers: response.headers, body, text };
  }

  get(path: string, options?: CallOptions): Promise<Answer> {
    return this.call("GET", path, options);
  }

  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer> {
    return this.call("POST", path, { ...options, body });
  }

  private keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const { name = "", value = "" } = /^(?<name>[^=]+)=(?<value>[^;]*)/.exec(line)?.groups ?? {};
      if (/;\s*max-age=0(?:;|$)/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

let people = 0;

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

/** Registration data of a person, unique each time. */
export function newPerson<Overrides extends object>(overrides?: Overrides): Person & Overrides;
export function newPerson(overrides: object = {}): Person {
  people += 1;
  return {
    firstName: "Arta",
    lastName: "Krasniqi",
    email: `arta.${people}.${Date.now().toString(36)}@example.com`,
    password: "fjalëkalim i gjatë",
    ...overrides,
  };
}
