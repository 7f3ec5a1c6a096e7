import { describe, expect, test } from "vitest";
import { addressReader } from "./address.ts";

describe("the visitor's address", () => {
  test("is the connection's, whatever X-Forwarded-For claims, where no proxy is trusted", () => {
    const read = addressReader([]);
    expect(read("203.0.113.5", "198.51.100.1")).toBe("203.0.113.5");
    expect(read("203.0.113.5", undefined)).toBe("203.0.113.5");
  });

  test("is the last one that a trusted proxy did not add itself: what a visitor wrote in front is spoofed", () => {
    const read = addressReader(["10.0.0.1", "10.1.0.0/16"]);
    expect(read("10.0.0.1", "1.2.3.4, 198.51.100.7, 10.1.2.3")).toBe("198.51.100.7");
    expect(read("10.0.0.1", "1.2.3.4")).toBe("1.2.3.4");
    expect(read("10.2.0.1", "1.2.3.4")).toBe("10.2.0.1");
  });

  test("IPv4 inside IPv6 is the same visitor and the same proxy", () => {
    const read = addressReader(["::ffff:10.0.0.1"]);
    expect(read("::ffff:10.0.0.1", "::ffff:198.51.100.7")).toBe("198.51.100.7");
  });

  test("ports, brackets and zones are no part of it", () => {
    const read = addressReader(["fd00::/8"]);
    expect(read("fd00::1%eth0", "[2001:db8::5]:4711")).toBe("2001:db8::5");
    expect(read("fd00::1", "198.51.100.7:1234")).toBe("198.51.100.7");
  });

  test("nonsense ends the walk at the last address that can be believed", () => {
    const read = addressReader(["10.0.0.1"]);
    expect(read("10.0.0.1", "evil, not-an-address")).toBe("10.0.0.1");
    expect(read(undefined, "198.51.100.7")).toBe("unknown");
  });
});
