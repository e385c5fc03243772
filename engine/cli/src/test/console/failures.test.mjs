// Failures as a person sees them: expired credentials, a service that goes and comes back, a browser that cannot sign.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ConsolePage, launch } from "./browser.mjs";
import { ACCOUNT, Service, accountSas, tableSas } from "./service.mjs";

let service;
let browser;

before(async () => {
  [service, browser] = await Promise.all([Service.create(), launch()]);
  await service.table("Birds", [{ PartitionKey: "Owls", RowKey: "1", Name: "Athena" }]);
});

after(async () => {
  await browser?.close();
  await service?.close();
});

async function signInBySas(view, token, within = view.page) {
  await within.getByText("SAS token").click();
  await within.getByLabel("Account", { exact: true }).fill(ACCOUNT);
  await within.getByLabel("Token", { exact: true }).fill(token);
  await within.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("expired credentials are named, and the view stays for those who sign in again", async () => {
  const view = await ConsolePage.open(browser, service.origin, { hash: "#/table/Birds?filter=Name eq 'Athena'" });
  await signInBySas(view, `?${accountSas(8)}`);
  await view.text("1 entity").first().waitFor();
  const banner = view.text("The service does not accept the credentials any more");
  for (let tries = 0; tries < 200 && (await banner.count()) === 0; tries++) {
    await view.button("Run").click();
    await view.page.waitForTimeout(200); // until the signature has expired, by the service's clock
  }
  await banner.waitFor();
  await view.check("expired");
  await view.button("Sign in again").click();
  await signInBySas(view, accountSas(600), view.dialog("Sign in again"));
  await banner.waitFor({ state: "detached" });
  await view.button("Run").click();
  await view.text("1 entity").first().waitFor();
  assert.equal(await view.page.getByRole("textbox", { name: "Filter" }).inputValue(), "Name eq 'Athena'");
  const kept = await view.close();
  assert.ok(!kept.includes("sig="), "a signature is kept or in the address");
});

test("a signature that may only read is refused by the service when it writes", async () => {
  const view = await ConsolePage.open(browser, service.origin, { hash: "#/tables" });
  await signInBySas(view, accountSas(600, "rl"));
  await view.unlock();
  await view.button("Create table").click();
  await view.dialog("Create table").getByLabel("Name").fill("Forbidden");
  await view.dialog("Create table").getByRole("button", { name: "Create" }).click();
  await view.dialog("Create table").getByText("AuthorizationPermissionMismatch").waitFor();
  await view.close();
});

test("a signature of the account reads the indexes of each table, and is not asked for what it may not read", async () => {
  await service.send("PUT", "/Birds?comp=index&name=byName", JSON.stringify({ properties: [{ name: "Name" }] }));
  const view = await ConsolePage.open(browser, service.origin, { hash: "#/tables" });
  const refused = [];
  view.page.on("response", (answer) => (answer.status() === 404 || answer.url().includes("comp=expiry")) && refused.push(answer.url()));
  await signInBySas(view, accountSas(600));
  const birds = view.page.getByRole("row", { name: /Birds/ });
  await birds.getByText("byName").waitFor();
  await birds.getByText("not readable").waitFor();
  assert.deepEqual(refused, []);
  await view.close();
});

test("a signature of one table opens that table by its name", async () => {
  const view = await ConsolePage.open(browser, service.origin, { hash: "#/tables" });
  await signInBySas(view, tableSas("Birds"));
  await view.page.getByLabel("Your credentials may not list tables. Open one by its name").fill("Birds");
  await view.check("open-by-name");
  await view.button("Open").click();
  await view.text("1 entity").first().waitFor();
  await view.close();
});

test("a service that is gone is named, and the view is filled when it is back", async () => {
  const view = await ConsolePage.open(browser, service.origin, { hash: "#/tables" });
  await view.signIn();
  await view.button("Drop Birds").waitFor();
  await service.stop();
  await view.button("Reload").click();
  const banner = view.text("The service does not answer. The console asks again every two seconds.");
  await banner.waitFor();
  await view.check("unreachable");
  await service.start();
  await banner.waitFor({ state: "detached" });
  await view.button("Drop Birds").waitFor();

  await view.go("#/table/Birds");
  await view.page.getByRole("row", { name: /Athena/ }).waitFor();
  await service.stop();
  await view.button("Run").click();
  await banner.waitFor();
  await service.start();
  await view.page.getByRole("row", { name: /Athena/ }).waitFor();
  await view.close();
});

test("changes are followed across a restart, without a gap", async () => {
  const view = await ConsolePage.open(browser, service.origin, { hash: "#/changes?table=Birds&from=now" });
  await view.signIn();
  await view.text("No changes yet").waitFor();
  await service.send("POST", "/Birds", JSON.stringify({ PartitionKey: "Owls", RowKey: "before" }));
  await view.page.getByRole("button", { name: /Owls · before/ }).waitFor();
  await service.stop();
  await service.start();
  await service.send("POST", "/Birds", JSON.stringify({ PartitionKey: "Owls", RowKey: "after" }));
  await view.page.getByRole("button", { name: /Owls · after/ }).waitFor();
  assert.equal(await view.page.getByRole("button", { name: /Owls · before/ }).count(), 1);
  await view.close();
});

test("where the browser cannot sign, the page says so and offers tokens", async () => {
  const view = await ConsolePage.open(browser, service.origin);
  await view.page.addInitScript(() => {
    Object.defineProperty(crypto, "subtle", { value: undefined });
  });
  await view.page.reload();
  await view.text(/signs requests only over TLS or at a loopback address/).waitFor();
  assert.equal(await view.page.getByLabel("Account key").isDisabled(), true);
  assert.equal(await view.button("Development account").count(), 0);
  await view.check("cannot-sign");
  await signInBySas(view, accountSas(600));
  await view.heading("Tables").waitFor();
  await view.close();
});

test("the page makes no request to another origin", async () => {
  const view = await ConsolePage.open(browser, service.origin);
  const others = [];
  view.page.on("request", (request) => new URL(request.url()).origin !== service.origin && others.push(request.url()));
  await view.page.reload();
  await view.signIn();
  await view.go("#/health");
  await view.page.locator(".chart canvas").nth(3).waitFor();
  assert.deepEqual(others, []);
  await view.close();
});
