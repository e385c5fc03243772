// The texts that an account's key signs. Source: the public documentation, "Authorize with Shared Key".

// The text of a request to the service of tables.
export function tableText({ method, url, headers, account }) {
  const comp = url.searchParams.get("comp");
  const resource = `/${account}${url.pathname}${comp === null ? "" : `?comp=${comp}`}`;
  return [method, headers.get("Content-MD5") ?? "", headers.get("Content-Type") ?? "", headers.get("x-ms-date"), resource].join("\n");
}

// The text of a request to the service of queues. It covers more headers, and all options.
export function queueText({ method, url, headers, account, length }) {
  const lines = [
    method,
    "",
    "",
    length > 0 ? String(length) : "",
    "",
    headers.get("Content-Type") ?? "",
    "",
    "",
    headers.get("If-Match") ?? "",
    headers.get("If-None-Match") ?? "",
    "",
    "",
  ];
  const own = [...headers].filter(([name]) => name.startsWith("x-ms-")).sort(byName);
  const options = [...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]).sort(byName);
  return [
    ...lines,
    ...own.map(([name, value]) => `${name}:${value.trim()}`),
    `/${account}${url.pathname}${options.map(([name, value]) => `\n${name}:${value}`).join("")}`,
  ].join("\n");
}

function byName([one], [other]) {
  return one < other ? -1 : 1;
}

export async function hmac(key, text) {
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

// Returns a key that signs and cannot be read back. Fails with a message for a text that is not Base64.
export async function importKey(base64) {
  let octets;
  try {
    octets = Uint8Array.from(atob(base64.trim()), (unit) => unit.charCodeAt(0));
  } catch {
    throw new Error("The key is not Base64.");
  }
  if (octets.length === 0) {
    throw new Error("The key is empty.");
  }
  return crypto.subtle.importKey("raw", octets, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}
