// A page of the console in Debian's Chromium, and what every page must satisfy.

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { KEY } from "./service.mjs";

const PATIENCE_MILLIS = 15_000;
const SHOTS = new URL(process.env.WEIR_SHOTS ?? "screens/", import.meta.url);
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
}

// A page that remembers errors of its scripts and violations of its policy.
export class ConsolePage {
  static async open(browser, origin, { width = 1280, height = 800, dark = false, hash = "", scale = 1 } = {}) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
      acceptDownloads: true,
    });
    context.setDefaultTimeout(PATIENCE_MILLIS);
    const page = await context.newPage();
    const opened = new ConsolePage();
    opened.context = context;
    opened.page = page;
    opened.faults = [];
    page.on("pageerror", (error) => opened.faults.push(error.stack));
    page.on("console", (message) => {
      if (/content security policy|Refused to/i.test(message.text())) {
        opened.faults.push(message.text());
      }
    });
    await page.addInitScript(() => {
      delete globalThis.showSaveFilePicker; // a dialog of the system, which no test can answer
    });
    await page.goto(`${origin}/console/${hash}`);
    return opened;
  }

  // Signs in as the development account.
  async signIn() {
    await this.button("Development account").click();
    await this.page.getByRole("button", { name: "Read-only" }).waitFor();
    return this;
  }

  async unlock() {
    await this.button("Read-only").click();
    await this.dialog("Unlock writing").getByRole("button", { name: "Unlock" }).click();
    await this.button("Writing unlocked").waitFor();
    return this;
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  dialog(name) {
    return this.page.getByRole("dialog", { name });
  }

  heading(name) {
    return this.page.getByRole("heading", { name });
  }

  text(text) {
    return this.page.getByText(text);
  }

  async go(hash) {
    await this.page.evaluate((to) => {
      location.hash = to;
    }, hash);
  }

  // Confirms a dialog that wants a name typed, after showing that it does nothing before.
  async confirm(title, name, verb) {
    const dialog = this.dialog(title);
    const act = dialog.getByRole("button", { name: verb, exact: true });
    assert.equal(await act.isDisabled(), true, `${title} acts without the name`);
    await dialog.getByRole("textbox").fill(`${name}x`);
    assert.equal(await act.isDisabled(), true, `${title} acts with another name`);
    await dialog.getByRole("textbox").fill(name);
    await act.click();
    await dialog.waitFor({ state: "detached" });
  }

  // Takes a picture and requires that nothing is wrong with the page for people who use other senses or a narrow window.
  async check(name) {
    await mkdir(SHOTS, { recursive: true });
    await this.page.screenshot({ path: new URL(`${name}.png`, SHOTS).pathname });
    assert.deepEqual(await this.page.evaluate(tooWide), [], `${name} is wider than its window`);
    await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`), [], name);
  }

  async close() {
    const kept = await this.page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie, location.href]));
    await this.context.close();
    assert.deepEqual(this.faults, []);
    assert.ok(!kept.includes(KEY) && !kept.includes(encodeURIComponent(KEY)), "a key is kept or in the address");
    return kept;
  }
}

// Returns the elements that make the page wider than its window.
function tooWide() {
  if (document.documentElement.scrollWidth <= innerWidth) {
    return [];
  }
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .map((element) => `${element.tagName}.${element.className} ${element.textContent.slice(0, 30)}`);
}
