import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

for (const [path, title, link, part] of [
  ["/terms", "Kushtet e përdorimit", "kushtet e përdorimit", "Tarifat"],
  ["/privacy", "Politika e privatësisë", "politikën e privatësisë", "Sa gjatë i ruajmë"],
] as const) {
  test(`the server renders ${path} completely, with a table of contents that links its sections`, async ({
    page,
    request,
  }) => {
    const html = await (await request.get(path)).text();
    expect(html).toContain(`>${title}</h1>`);
    expect(await (await request.get(path.toUpperCase())).text()).toContain(`>${title}</h1>`);
    expect(html).toMatch(/href="mailto:[^"]+@/);
    expect(await (await request.get("/sitemap/0.xml")).text()).toContain(`${path}</loc>`);

    await page.goto("/register");
    await page.locator("main").getByRole("link", { name: link }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.getByRole("navigation", { name: "Përmbajtja" }).getByRole("link", { name: part }).click();
    await expect(page.getByRole("heading", { level: 2, name: part })).toBeInViewport();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
    }
  });
}
