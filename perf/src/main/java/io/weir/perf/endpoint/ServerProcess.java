package io.weir.perf.endpoint;

import io.weir.perf.process.JvmFlags;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;

/** A {@link ServerMain} that was started and serves. Belongs to one thread; closing ends it and waits. */
record ServerProcess(Process process, int port) implements AutoCloseable {

  /** Blocks until it serves. What it writes besides is thrown away; its errors come out here. */
  static ServerProcess start(String kind, int size) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JvmFlags.ALL);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ServerMain.class.getName());
    command.add(kind);
    command.add(Integer.toString(size));
    var process = new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    return new ServerProcess(process, port(process));
  }

  /** User and system time of the process so far, as the system accounts it: in steps of ten milliseconds. */
  Duration cpuTime() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static int port(Process process) throws IOException {
    var lines = process.inputReader(UTF_8);
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(ServerMain.PORT)) {
        return Integer.parseInt(line.substring(ServerMain.PORT.length()));
      }
    }
    throw new IOException("The server ended before it served.");
  }
}
