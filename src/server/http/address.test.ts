import { describe, expect, test } from "vitest";
import { addressReader } from "./address.ts";

describe("the visitor's address", () => {
  test("without a trusted proxy the visitor's address is the connection's, whatever X-Forwarded-For says", () => {
    const read = addressReader([]);
    expect(read("203.0.113.5", "198.51.100.1")).toBe("203.0.113.5");
    expect(read("203.0.113.5", undefined)).toBe("203.0.113.5");
  });

  test("the visitor's address is the last one that no trusted proxy added, so a spoofed first entry has no effect", () => {
    const read = addressReader(["10.0.0.1", "10.1.0.0/16"]);
    expect(read("10.0.0.1", "1.2.3.4, 198.51.100.7, 10.1.2.3")).toBe("198.51.100.7");
    expect(read("10.0.0.1", "1.2.3.4")).toBe("1.2.3.4");
    expect(read("10.2.0.1", "1.2.3.4")).toBe("10.2.0.1");
  });

  test("an IPv4 address inside IPv6 is the same visitor and the same proxy", () => {
    const read = addressReader(["::ffff:10.0.0.1"]);
    expect(read("::ffff:10.0.0.1", "::ffff:198.51.100.7")).toBe("198.51.100.7");
  });

  test("ports, brackets and zones are not part of the address", () => {
    const read = addressReader(["fd00::/8"]);
    expect(read("fd00::1%eth0", "[2001:db8::5]:4711")).toBe("2001:db8::5");
    expect(read("fd00::1", "198.51.100.7:1234")).toBe("198.51.100.7");
  });

  test("an invalid entry ends the walk at the last valid address", () => {
    const read = addressReader(["10.0.0.1"]);
    expect(read("10.0.0.1", "evil, not-an-address")).toBe("10.0.0.1");
    expect(read(undefined, "198.51.100.7")).toBe("unknown");
  });
});
