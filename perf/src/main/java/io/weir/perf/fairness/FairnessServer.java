package io.weir.perf.fairness;

import io.weir.api.AccountName;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.cli.Weir;
import io.weir.client.WeirClient;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.JavaCommand;
import io.weir.perf.process.Ports;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.DataSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** {@code weir serve} of this build or of another jar, as a child process over a new store. Belongs to one thread, which blocks. */
record FairnessServer(ChildProcess child, int port) implements AutoCloseable {

  /**
   * Starts the server and blocks until it serves.
   *
   * @param jar jar of the server; null for this build
   * @param folder holds the store
   */
  static FairnessServer start(@Nullable Path jar, Path folder, int loops) throws IOException {
    var port = Ports.free();
    var arguments = new String[] {
      "serve",
      "--data",
      folder.resolve("server").resolve("data").toString(),
      "--port",
      Integer.toString(port),
      "--loops",
      Integer.toString(loops)
    };
    List<String> command = jar == null
        ? JavaCommand.of(Weir.class, arguments)
        : JavaCommand.ofJar(jar.toAbsolutePath(), arguments);
    var home = StoreHome.in(folder, "server").path();
    return new FairnessServer(
        ChildProcess.start(Surroundings.in(folder), home, port, command), port);
  }

  /** Creates the table and writes the rows of a data set. */
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
        throw new IllegalStateException("the server refused entities written=" + written);
      }
    } finally {
      client.closeLater().block();
    }
  }

  @Override
  public void close() throws IOException {
    child.close();
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was interrupted", e);
    }
  }
}
