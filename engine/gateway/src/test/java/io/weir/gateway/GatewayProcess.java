package io.weir.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.client.ClientOptions;
import io.weir.client.WeirClient;
import io.weir.hbase.TestCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;

/** A gateway as a process of its own: {@code java -jar weir-hbase.jar serve}. Closing kills it. */
final class GatewayProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader out;
  private final String url;

  private GatewayProcess(Process process, BufferedReader out, String url) {
    this.process = process;
    this.out = out;
    this.url = url;
  }

  /** Starts a gateway to a store on a free port. Returns when it serves. */
  static GatewayProcess start(String store) throws IOException {
    return serve("--store", store);
  }

  /** Starts a gateway to a store in the cluster of this JVM. Returns when it serves. */
  static GatewayProcess to(String namespace) throws IOException {
    var port = TestCluster.configuration().get(HConstants.ZOOKEEPER_CLIENT_PORT);
    return start("hbase://localhost:" + port + "/" + namespace);
  }

  /** Starts the jar with a store in a folder of this machine. Returns when it serves. */
  static GatewayProcess in(Path folder) throws IOException {
    return serve("--data", folder.toString(), "--queue-port", "off");
  }

  private static GatewayProcess serve(String... options) throws IOException {
    var command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:TieredStopAtLevel=1",
        "-jar",
        System.getProperty("weir.hbase.jar"),
        "serve",
        "--port",
        "0"));
    command.addAll(List.of(options));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    var told = new ArrayList<String>();
    for (var line = out.readLine(); line != null; line = out.readLine()) {
      told.add(line);
      if (line.startsWith("Weir serves ")) {
        return new GatewayProcess(process, out, line.split(" ", -1)[2]);
      }
    }
    throw new IOException("The gateway does not start. " + String.join("\n", told));
  }

  /**
   * Returns a client that asks this gateway alone, never repeats a request, and sends each by
   * itself, so that none waits for another.
   */
  WeirClient client() {
    return ClientOptions.builder()
        .endpoint(url)
        .retries(0)
        .pipelining(Duration.ZERO)
        .connect();
  }

  /** Returns the address of the account. */
  String url() {
    return url;
  }

  /** Returns the address of a page beside the account. */
  URI page(String path) {
    return URI.create(url.substring(0, url.lastIndexOf('/')) + path);
  }

  /** Ends the process at once, as {@code kill -9} does. */
  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Ends the process as an operator does, and returns what it said last. */
  List<String> stop() throws IOException, InterruptedException {
    process.toHandle().destroy(); // the process itself would close what it says
    var said = out.lines().toList();
    assertThat(process.waitFor(Duration.ofMinutes(1).toSeconds(), TimeUnit.SECONDS))
        .isTrue();
    return said;
  }

  @Override
  public void close() {
    kill();
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
