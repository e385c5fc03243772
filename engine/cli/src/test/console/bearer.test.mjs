// A bearer token of an issuer that the service trusts.

import { createSign, generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ConsolePage, launch } from "./browser.mjs";
import { Service } from "./service.mjs";

const ISSUER = "https://issuer.example";
const AUDIENCE = "https://weir.example";
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

let service;
let browser;

before(async () => {
  [service, browser] = await Promise.all([Service.create(withIssuer), launch()]);
  await service.table("Birds", [{ PartitionKey: "Owls", RowKey: "1", Name: "Athena" }]);
});

after(async () => {
  await browser?.close();
  await service?.close();
});

async function withIssuer(folder) {
  const keys = join(folder, "keys.json");
  await writeFile(keys, JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }] }));
  return ["--issuer", ISSUER, "--audience", AUDIENCE, "--issuer-keys", keys];
}

function token(role) {
  const part = (object) => Buffer.from(JSON.stringify(object)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const signed = `${part({ alg: "RS256", typ: "JWT", kid: "1" })}.${part({ iss: ISSUER, aud: AUDIENCE, iat: now, nbf: now - 5, exp: now + 600, roles: [role] })}`;
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign(privateKey, "base64url")}`;
}

test("a reader's token reads and is refused when it writes", async () => {
  const view = await ConsolePage.open(browser, service.origin, { hash: "#/table/Birds" });
  await view.page.getByText("Bearer token").click();
  await view.page.getByLabel("Account", { exact: true }).fill("devstoreaccount1");
  await view.page.getByLabel("Token", { exact: true }).fill(token("reader"));
  await view.button("Sign in").click();
  await view.text("1 entity").first().waitFor();
  await view.unlock();
  await view.page.getByLabel("Select Owls 1").check();
  await view.button("Delete").click();
  await view.dialog("Delete entities").getByRole("textbox").fill("Birds");
  await view.dialog("Delete entities").getByRole("button", { name: "Delete", exact: true }).click();
  await view.dialog("Delete entities").getByText("AuthorizationPermissionMismatch").waitFor();
  await view.close();
});
