// The three kinds of credentials. Each adds its proof to a request. A key cannot be read back from the page.

import { hmac, importKey, queueText, tableText } from "./signing.js";

export const DEVELOPMENT_ACCOUNT = "devstoreaccount1";

// Published with the protocol: it protects nothing.
export const DEVELOPMENT_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

const TEXTS = { tables: tableText, queues: queueText };

// Returns whether the browser can sign. It can on loopback addresses and over TLS only.
export function canSign() {
  return globalThis.crypto?.subtle !== undefined;
}

export async function sharedKey(account, service, base64) {
  const key = await importKey(base64);
  const text = TEXTS[service];
  return {
    kind: "key",
    account,
    async authorize(request) {
      request.headers.set("Authorization", `SharedKey ${account}:${await hmac(key, text({ ...request, account }))}`);
    },
  };
}

// A shared access signature: options of the query that the service verifies.
export function sharedAccess(account, token) {
  const options = [...new URLSearchParams(token.trim().replace(/^.*\?/, ""))];
  if (!options.some(([name]) => name === "sig")) {
    throw new Error("The token has no signature: it lacks the option sig.");
  }
  return {
    kind: "sas",
    account,
    async authorize({ url }) {
      for (const [name, value] of options) {
        url.searchParams.set(name, value);
      }
    },
  };
}

export function bearer(account, token) {
  const text = token.trim().replace(/^Bearer\s+/i, "");
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new Error("The token is empty, or has characters that no token has.");
  }
  return {
    kind: "bearer",
    account,
    async authorize({ headers }) {
      headers.set("Authorization", `Bearer ${text}`);
    },
  };
}

// Returns account and key of a connection string; nothing if the text is none.
export function connectionString(text) {
  const part = (name) => new RegExp(`(?:^|;)\\s*${name}=([^;]+)`, "i").exec(text)?.[1].trim();
  if (/(?:^|;)\s*UseDevelopmentStorage=true/i.test(text)) {
    return { account: DEVELOPMENT_ACCOUNT, key: DEVELOPMENT_KEY };
  }
  const account = part("AccountName");
  const key = part("AccountKey");
  return account && key ? { account, key } : undefined;
}
