// Starts a service, runs all checks against it, stops it.
//
//   node run.mjs [FILE...]      weir.jar, which the environment names (WEIR_JAR)
//   node run.mjs --emulator     azurite-table, installed by npm install --no-save azurite@3.37.0
//
// With WEIR_SDK_ENDPOINT in the environment it starts no service and uses the one at that address. The checks of queues then need
// WEIR_SDK_QUEUE_ENDPOINT, too, and are skipped without it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const PATIENCE_MILLIS = 60_000;

async function weir(folder) {
  const jar = process.env.WEIR_JAR;
  if (!jar) {
    throw new Error("Name the runnable jar: WEIR_JAR=.../weir.jar");
  }
  const queuePort = String(await freePort());
  const options = ["--data", folder, "--port", "0", "--queue-port", queuePort, "--durability", "memory"];
  return {
    process: spawn("java", ["-jar", jar, "serve", ...options], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
    started: /Weir serves (http:\S+)/,
    queueEndpoint: `http://127.0.0.1:${queuePort}/devstoreaccount1`,
  };
}

// The emulator prints the requested port, not the one that it listens on.
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

async function emulator(folder) {
  const program = join(here, "node_modules", ".bin", "azurite-table");
  const port = String(await freePort());
  const options = ["--inMemoryPersistence", "--disableTelemetry", "--tablePort", port];
  return {
    process: spawn(program, options, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] }),
    started: /successfully started on ()/,
    endpoint: `http://127.0.0.1:${port}/devstoreaccount1`,
  };
}

async function endpointOf(service) {
  const timer = setTimeout(() => service.process.kill("SIGKILL"), PATIENCE_MILLIS);
  try {
    for await (const line of createInterface({ input: service.process.stdout })) {
      const match = service.started.exec(line);
      if (match !== null) {
        service.process.stdout.resume();
        return service.endpoint ?? match[1];
      }
    }
    throw new Error("The service ended, or was silent for too long, before it served");
  } finally {
    clearTimeout(timer);
  }
}

async function checks(endpoint, queueEndpoint, chosen) {
  const files = chosen.length > 0 ? chosen : (await readdir(here)).filter((f) => f.endsWith(".test.mjs"));
  const tests = spawn(process.execPath, ["--test", ...files.sort()], {
    cwd: here,
    stdio: "inherit",
    env: { ...process.env, WEIR_SDK_ENDPOINT: endpoint, WEIR_SDK_QUEUE_ENDPOINT: queueEndpoint ?? "" },
  });
  const [code] = await once(tests, "exit");
  return code;
}

async function withService(start, chosen) {
  const folder = await mkdtemp(join(tmpdir(), "weir-sdk-"));
  const service = await start(folder);
  const ended = once(service.process, "exit");
  try {
    return await checks(await endpointOf(service), service.queueEndpoint, chosen);
  } finally {
    service.process.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const running = process.env.WEIR_SDK_ENDPOINT;
const start = process.argv.includes("--emulator") ? emulator : weir;
process.exitCode = running ? await checks(running, process.env.WEIR_SDK_QUEUE_ENDPOINT, chosen) : await withService(start, chosen);
