/** The usual landing pages of the site at SITE_URL: home, search, one car. */
export async function firstPages(): Promise<{ site: string; pages: { name: string; path: string }[] }> {
  const site = process.env["SITE_URL"];
  if (site === undefined) throw new Error("Started by scripts/on-site.mjs, which sets SITE_URL.");
  const cars: unknown = await fetch(`${site}/api/cars?limit=1`).then((answer) => answer.json());
  const car: unknown = Array.isArray(cars) ? cars[0] : null;
  if (typeof car !== "object" || car === null || !("_id" in car)) throw new Error("The site has no cars.");
  return {
    site,
    pages: [
      { name: "/", path: "/" },
      { name: "/search", path: "/search" },
      { name: "/car/{id}", path: `/car/${String(car._id)}` },
    ],
  };
}

/** Flags for the system's Chromium: no background traffic, nothing that disturbs a measurement. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
