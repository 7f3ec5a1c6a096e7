import { endpoints } from "#contract/endpoints.ts";

/** The credentials of a request: cookie, token, or both. */
export interface Reader {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Every readable path of the API and the pages, with each of these ids. */
export function allReadablePaths(ids: readonly string[], photo: string): string[] {
  const calls = Object.keys(endpoints)
    .filter((name) => name.startsWith("GET "))
    .map((name) => name.slice("GET ".length));
  const pages = [
    "/",
    "/search",
    "/search?brand=Volkswagen",
    "/car/{id}",
    "/dealers/{id}",
    "/login",
    "/register",
    "/add-car",
    "/edit-car/{id}",
    "/pricing",
    "/checkout",
    "/my-publishings",
    "/profile",
    "/favorites",
    "/autosallon-dashboard",
    "/admin",
    "/payment/success",
    "/sitemap.xml",
    "/robots.txt",
  ];
  return [...calls, ...pages, "/api/car-models/models?brand=Volkswagen", photo].flatMap((path) =>
    path.includes("{id}") ? ids.map((id) => path.replace("{id}", id)) : [path],
  );
}

/** The same credentials sent in every possible way. */
export function readersOf(name: string, { token, cookie }: { token: string; cookie: string }): Reader[] {
  const authorization = `Bearer ${token}`;
  const session = `vetura_session=${cookie}`;
  return [
    { name: `${name} by cookie`, headers: { cookie: session } },
    { name: `${name} by token`, headers: { authorization } },
    { name: `${name} by both`, headers: { authorization, cookie: session } },
  ];
}
