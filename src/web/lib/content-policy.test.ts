import { describe, expect, test } from "vitest";
import { contentPolicy, inlineScripts } from "./content-policy.ts";
import { scriptHashes } from "./script-hashes.ts";

const policy = contentPolicy({ scriptHashes: ["abc="], https: true, development: false });

describe("the content policy", () => {
  test("allows scripts by hash and styles by file, nothing inline", () => {
    expect(policy).toContain("script-src 'self' 'sha256-abc='");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toContain("unsafe");
  });

  test("names the photo store's origin where it has one", () => {
    const withStore = contentPolicy({
      scriptHashes: [],
      https: false,
      photoOrigin: "https://cdn.test",
      development: false,
    });
    expect(withStore).toContain("img-src 'self' data: blob: https://cdn.test;");
    expect(withStore).not.toContain("upgrade-insecure-requests");
    expect(policy).toContain("upgrade-insecure-requests");
  });

  test("finds every inline script that would run, and no other", () => {
    const html = `<script>a()</script><script type="module" async="">import "/x.js";
import("/y.js")</script><script src="/z.js"></script><script type="application/json" id="page-data">[1]</script>
<script type="application/ld+json">{}</script><p>&lt;script&gt;</p>`;
    expect(inlineScripts(html)).toEqual(["a()", 'import "/x.js";\nimport("/y.js")']);
  });

  test("hashes as browsers do", async () => {
    // The example of the CSP specification.
    expect(await scriptHashes("<script>alert('Hello, world.');</script>")).toEqual([
      "qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=",
    ]);
  });

  test("a script that stands twice is named once", async () => {
    expect(await scriptHashes("<script>a</script><script>a</script>")).toHaveLength(1);
  });
});
