import { assertEquals, assertFalse, assertThrows } from "@std/assert";
import { parseBaseUrl } from "../../client/base_url.ts";

const accepted: Readonly<Record<string, string>> = {
  "https://api.ynab.com/v1": "https://api.ynab.com/v1",
  "https://api.ynab.com/v1/": "https://api.ynab.com/v1",
  "https://api.ynab.com": "https://api.ynab.com",
  "https://API.ynab.com:443/v1//": "https://api.ynab.com/v1",
  "http://localhost:8787/v1": "http://localhost:8787/v1",
  "http://127.0.0.1:8787/v1": "http://127.0.0.1:8787/v1",
  "http://127.9.9.9/v1": "http://127.9.9.9/v1",
  "http://[::1]:8787/v1": "http://[::1]:8787/v1",
};

for (const [text, address] of Object.entries(accepted)) {
  Deno.test(`parseBaseUrl() accepts ${text}`, () => assertEquals(parseBaseUrl(text), address));
}

const refused: Readonly<Record<string, string>> = {
  "": "must look like",
  "api.ynab.com/v1": "must look like",
  "http://api.ynab.com/v1": "must use https",
  "http://localhost.example/v1": "must use https",
  "http://127.0.0.1.example/v1": "must use https",
  "http://0.0.0.0/v1": "must use https",
  "http://[::2]/v1": "must use https",
  "ftp://localhost/v1": "must use https",
  "file:///v1": "must use https",
  "https://secret@api.ynab.com/v1": "password",
  "https://user:secret@api.ynab.com/v1": "password",
  "https://:secret@api.ynab.com/v1": "password",
  "https://api.ynab.com/v1?access_token=secret": 'remove the "?" or "#"',
  "https://api.ynab.com/v1?": 'remove the "?" or "#"',
  "https://api.ynab.com/v1#secret": 'remove the "?" or "#"',
};

for (const [text, says] of Object.entries(refused)) {
  Deno.test(`parseBaseUrl() rejects ${JSON.stringify(text)}`, () => {
    const error = assertThrows(() => parseBaseUrl(text), TypeError, says);

    assertFalse(String(error).includes("secret"));
  });
}
