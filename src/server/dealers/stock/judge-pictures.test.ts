import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPublicFetcher } from "#server/platform/fetching/fetch-public.ts";
import { createPictureFetcher } from "./judge-pictures.ts";

test("the pictures of a file are fetched for so long together, and then count as not there without being asked for", async () => {
  let asked = 0;
  const host = createServer((_request, response) => {
    asked += 1;
    void sleep(30).then(() => response.end("bytes"));
  }).listen(0, "127.0.0.1");
  await once(host, "listening");
  const address = host.address();
  const name = `127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
  const fetcher = createPublicFetcher({ allowedHosts: [name], userAgent: "Vetura" });
  const fetchPicture = createPictureFetcher(fetcher, new AbortController().signal, 20);
  expect(Buffer.from(await fetchPicture(`http://${name}/1.jpg`)).toString()).toBe("bytes");
  expect(await fetchPicture(`http://${name}/2.jpg`)).toBe("picture_unreachable");
  expect(asked).toBe(1);
  host.closeAllConnections();
  host.close();
});
