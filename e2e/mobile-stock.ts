import type { APIRequestContext } from "@playwright/test";
import { z } from "zod";
import { mobileLine, stockPicture, zipOf } from "#testing/stock-files.ts";
import { expect } from "./fixtures.ts";

/** Uploads a mobile.de file of one car with these codes, as the signed-in dealer; returns the import's id. */
export async function sendMobileStock(
  dealer: APIRequestContext,
  codes: Readonly<Record<"kategorie" | "kraftstoffart" | "getriebeart", string>>,
): Promise<string> {
  const line = mobileLine({
    interne_nummer: "M-1",
    marke: "Volkswagen",
    modell: "Golf",
    ez: "05.2018",
    kilometer: "85000",
    preis: "12500",
    bild_id: "a",
    ...codes,
  });
  const answer = await dealer.post("/api/dealer/imports?format=mobile_de", {
    headers: { "content-type": "application/zip" },
    data: await zipOf({ "a.csv": line, "a.jpg": await stockPicture(1, 640, 480) }),
  });
  expect(answer.status(), await answer.text()).toBe(202);
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

/** Waits until an import is checked; returns the number of its unknown codes. */
export async function countUnknownCodes(dealer: APIRequestContext, id: string): Promise<number> {
  const answer = z.object({ status: z.string(), faults: z.array(z.object({ code: z.string() })) });
  let unknown = 0;
  await expect
    .poll(
      async () => {
        const found = answer.parse(await (await dealer.get(`/api/dealer/imports/${id}`)).json());
        unknown = found.faults.filter(({ code }) => code === "code_unknown").length;
        return found.status;
      },
      { timeout: 120_000 },
    )
    .toBe("ready");
  return unknown;
}
