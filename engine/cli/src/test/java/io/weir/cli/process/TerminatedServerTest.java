package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/**
 * A server that receives SIGTERM during reads stops in good order, and no read touches a released
 * page.
 */
final class TerminatedServerTest {

  private static final TableName TABLE = new TableName("Read");
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int SIGTERM_EXIT = 128 + 15;
  private static final int READS_BEFORE = 2_000;

  @TempDir
  Path folder;

  @Test
  void aServerUnderReadsStopsOnSigterm() throws Exception {
    try (var server = ChildServer.start(
        folder.resolve("store"), List.of("-Xmx256m"), "--partition-groups", "4")) {
      var client = server.client();
      client.createTable(TABLE).block(PATIENCE);
      client
          .write(TABLE, new Write.Upsert(Entity.builder("p", "r").build(), WriteMode.REPLACE))
          .block(PATIENCE);
      var reads = new CountDownLatch(READS_BEFORE);
      var load = Flux.range(0, Integer.MAX_VALUE)
          .flatMap(i -> client.get(TABLE, new EntityKey("p", "r")), 64)
          .subscribe(entity -> reads.countDown(), ended -> {});
      assertThat(reads.await(60, TimeUnit.SECONDS)).isTrue();

      var exit = server.terminate();

      load.dispose();
      client.closeLater().block(PATIENCE);
      assertThat(exit).as("a crash of the process would be 134").isEqualTo(SIGTERM_EXIT);
    }
  }
}
