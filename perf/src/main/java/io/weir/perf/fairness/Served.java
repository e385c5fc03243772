package io.weir.perf.fairness;

import io.weir.api.AccountName;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.cli.Weir;
import io.weir.client.WeirClient;
import io.weir.perf.DataSet;
import io.weir.perf.JvmFlags;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** {@code weir serve} in a process of its own, over a new store. Belongs to one thread, which waits; closing ends the process. */
record Served(Process process, int port) implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration END = Duration.ofSeconds(20);
  private static final long LOOK_MILLIS = 100;

  /**
   * Waits until it serves.
   *
   * @param jar the server's; this program's own where there is none
   * @param folder of the store
   */
  static Served start(@Nullable Path jar, Path folder, int loops) throws IOException {
    var port = freePort();
    var process = new ProcessBuilder(command(jar, folder, loops, port))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output.log").toFile())
        .start();
    var served = new Served(process, port);
    var endNanos = System.nanoTime() + START.toNanos();
    while (!served.answers()) {
      if (!process.isAlive() || System.nanoTime() > endNanos) {
        served.close();
        throw new IOException("The server did not begin to serve. log=" + folder + "/output.log");
      }
      sleep(LOOK_MILLIS);
    }
    return served;
  }

  /** Writes the table. */
  void load(DataSet data) {
    var client = WeirClient.builder()
        .endpoint("http://127.0.0.1:" + port + "/" + AccountName.DEVELOPMENT)
        .loops(1)
        .connect();
    try {
      client.createTable(DataSet.TABLE).block();
      var lines = Flux.range(0, data.entities())
          .map(number -> BulkLine.of(new Write.Upsert(data.entity(number), WriteMode.REPLACE)));
      var written = client
          .bulk(DataSet.TABLE, lines)
          .filter(BulkResult.Done.class::isInstance)
          .count()
          .blockOptional()
          .orElseThrow();
      if (written != data.entities()) {
        throw new IllegalStateException("Some entities were not taken. written=" + written);
      }
    } finally {
      client.closeLater().block();
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> command(@Nullable Path jar, Path folder, int loops, int port) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JvmFlags.ALL);
    if (jar == null) {
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), Weir.class.getName()));
    } else {
      command.addAll(List.of("-jar", jar.toString()));
    }
    command.addAll(List.of("serve", "--data", folder.resolve("data").toString()));
    command.addAll(List.of("--port", Integer.toString(port), "--loops", Integer.toString(loops)));
    return command;
  }

  private boolean answers() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The run was interrupted.", e);
    }
  }
}
