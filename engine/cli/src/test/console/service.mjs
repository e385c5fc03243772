// A service from weir.jar for the checks, and a client that fills it without the console.

import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PATIENCE_MILLIS = 60_000;

export const ACCOUNT = "devstoreaccount1";
export const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

// A service whose ports and folder stay the same when it is stopped and started again.
export class Service {
  // options: further options of the command line, for a folder that the service owns.
  static async create(options = async () => []) {
    const service = new Service();
    service.folder = await mkdtemp(join(tmpdir(), "weir-console-"));
    service.port = await freePort();
    service.queuePort = await freePort();
    service.options = await options(service.folder);
    await service.start();
    return service;
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }

  get queueOrigin() {
    return `http://127.0.0.1:${this.queuePort}`;
  }

  async start() {
    const jar = process.env.WEIR_JAR;
    if (!jar) {
      throw new Error("Name the runnable jar: WEIR_JAR=.../weir.jar");
    }
    const options = ["--data", join(this.folder, "store"), "--port", String(this.port), "--queue-port", String(this.queuePort), "--loops", "2", ...this.options];
    this.process = spawn("java", [...commandOf(jar), "serve", ...options], { stdio: ["ignore", "pipe", "inherit"] });
    this.ended = once(this.process, "exit");
    await this.#serving();
  }

  async #serving() {
    const timer = setTimeout(() => this.process.kill("SIGKILL"), PATIENCE_MILLIS);
    try {
      for await (const line of createInterface({ input: this.process.stdout })) {
        if (line.startsWith("Weir serves ")) {
          this.process.stdout.resume();
          return;
        }
      }
      throw new Error("The service ended, or was silent for too long, before it served");
    } finally {
      clearTimeout(timer);
    }
  }

  async stop() {
    this.process.kill();
    await this.ended;
  }

  async close() {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  // Returns the sum of a metric's samples whose labels contain the text.
  async metric(name, labels = "") {
    const text = await (await fetch(`${this.origin}/metrics`)).text();
    return text
      .split("\n")
      .filter((line) => line.startsWith(name) && line.includes(labels))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  }

  // Sends a signed request to the tables. Fails unless it succeeds.
  async send(method, path, body, headers = {}) {
    const date = new Date().toUTCString();
    const url = new URL(`${this.origin}/${ACCOUNT}${path}`);
    const comp = url.searchParams.get("comp");
    const text = `${date}\n/${ACCOUNT}${url.pathname}${comp ? `?comp=${comp}` : ""}`;
    const answer = await fetch(url, {
      method,
      body,
      headers: { "x-ms-date": date, Authorization: `SharedKeyLite ${ACCOUNT}:${signature(text)}`, "Content-Type": "application/json", ...headers },
    });
    if (!answer.ok) {
      throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    }
    return answer;
  }

  // Sends a signed request to the queues. Fails unless it succeeds.
  async sendToQueues(method, path) {
    const date = new Date().toUTCString();
    const url = new URL(`${this.queueOrigin}/${ACCOUNT}${path}`);
    const comp = url.searchParams.get("comp");
    const text = `${method}\n\n\n\nx-ms-date:${date}\n/${ACCOUNT}${url.pathname}${comp ? `?comp=${comp}` : ""}`;
    const answer = await fetch(url, { method, headers: { "x-ms-date": date, Authorization: `SharedKeyLite ${ACCOUNT}:${signature(text)}` } });
    if (!answer.ok) {
      throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    }
    return answer;
  }

  // Creates a table with these entities; a generator may name more than memory holds.
  async table(name, entities = []) {
    await this.send("POST", "/Tables", JSON.stringify({ TableName: name }));
    let lines = [];
    for (const entity of entities) {
      lines.push(`${JSON.stringify(entity)}\n`);
      if (lines.length === 5000) {
        await this.#bulk(name, lines);
        lines = [];
      }
    }
    await this.#bulk(name, lines);
  }

  async #bulk(name, lines) {
    const answer = await this.send("POST", `/${name}/$bulk`, lines.join(""), { "Content-Type": "application/x-ndjson" });
    const end = JSON.parse((await answer.text()).trim().split("\n").at(-1)).$end;
    if (end.refused > 0) {
      throw new Error(`${end.refused} entities were refused`);
    }
  }

  async count(table) {
    return Number(await (await this.send("GET", `/${table}()/$count`)).text());
  }

  async entity(table, partitionKey, rowKey) {
    const path = `/${table}(PartitionKey='${partitionKey}',RowKey='${rowKey}')`;
    return (await this.send("GET", path, undefined, { Accept: "application/json;odata=minimalmetadata" })).text();
  }
}

// A folder before the jar lets changed files of the console be tried without a build: WEIR_JAR=FOLDER:JAR.
function commandOf(jar) {
  return jar.includes(":") ? [...process.env.WEIR_JVM.split(" "), "-cp", jar, "io.weir.cli.Weir"] : ["-jar", jar];
}

function signature(text) {
  return createHmac("sha256", Buffer.from(KEY, "base64")).update(text).digest("base64");
}

// Returns a signature of the account for tables that ends after some seconds.
export function accountSas(seconds, permissions = "rwdlacu") {
  const end = new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+/, "");
  const version = "2019-02-02";
  const text = [ACCOUNT, permissions, "t", "sco", "", end, "", "", version, ""].join("\n");
  return new URLSearchParams({ sv: version, ss: "t", srt: "sco", sp: permissions, se: end, sig: signature(text) }).toString();
}

// Returns a signature that reads one table and nothing else.
export function tableSas(table) {
  const end = new Date(Date.now() + 600_000).toISOString().replace(/\.\d+/, "");
  const version = "2019-02-02";
  const text = ["r", "", end, `/table/${ACCOUNT}/${table.toLowerCase()}`, "", "", "", version, "", "", "", ""].join("\n");
  return new URLSearchParams({ sv: version, tn: table, sp: "r", se: end, sig: signature(text) }).toString();
}
