import { expect, test } from "vitest";
import { deviceName } from "#domain/messages/account.ts";
import { deviceOf } from "./device-name.ts";

test.each([
  [
    "Chrome në Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Samsung Internet në Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Safari në iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  ],
  [
    "Instagram në iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G86 Instagram 400.0.0",
  ],
  [
    "Edge në Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
  ],
  ["Firefox në Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"],
  [
    "Safari në macOS",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  ],
  ["Windows", "SomeProgram/1.0 (Windows NT 10.0)"],
  ["Pajisje e panjohur", "curl/8.5.0"],
  ["Pajisje e panjohur", `${" ".repeat(600)}Chrome/1 Android`],
  ["Pajisje e panjohur", null],
])("deviceName returns «%s» for its user agent", (name, userAgent) => {
  expect(deviceName(deviceOf(userAgent))).toBe(name);
});
