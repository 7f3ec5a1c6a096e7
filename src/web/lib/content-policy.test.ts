import { describe, expect, test } from "vitest";
import { contentPolicy, scriptHashes, takeMarkedScripts } from "./content-policy.ts";

const policy = contentPolicy({ scriptHashes: ["abc="], https: true, development: false });

describe("the content policy", () => {
  test("the content policy allows scripts by hash and styles by file and nothing inline", () => {
    expect(policy).toContain("script-src 'self' 'sha256-abc='");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toContain("unsafe");
  });

  test("the content policy names the photo store's origin", () => {
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

  test("the content policy hashes scripts as browsers do", async () => {
    // The example of the CSP specification.
    expect(await scriptHashes(["alert('Hello, world.');"])).toEqual([
      "qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=",
    ]);
  });

  test("the content policy names a repeated script once", async () => {
    expect(await scriptHashes(["a", "a"])).toHaveLength(1);
  });
});

describe("a page's own scripts", () => {
  test("takeMarkedScripts finds the marked scripts and removes the mark", () => {
    const marked = `<link rel="modulepreload" nonce="M" href="/x.js"/><script nonce="M">a()</script><p>x</p><script nonce="M" type="module" async="">import "/x.js";
import("/y.js")</script><script src="/z.js" nonce="M"></script>`;
    expect(takeMarkedScripts(marked, "M")).toEqual({
      page: marked.replaceAll(' nonce="M"', ""),
      scripts: ["a()", 'import "/x.js";\nimport("/y.js")'],
    });
  });

  test("takeMarkedScripts leaves scripts without the mark", () => {
    const foreign = `<p><script>evil()</script></p><script nonce="N">evil()</script><script type="application/json">[1]</script>`;
    expect(takeMarkedScripts(foreign, "M")).toEqual({ page: foreign, scripts: [] });
  });
});
