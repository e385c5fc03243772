package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.testkit.Effort;
import io.weir.testkit.Folders;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/** A server is killed and its store is lost: the archive has what it said it had. */
@Tag(Effort.THOROUGHLY)
final class KilledArchivedServerTest {

  private static final TableName TABLE = new TableName("Kept");
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int ENTITIES = 500;

  @TempDir
  Path folder;

  @Test
  void theArchiveOfAKilledServerRestoresWhatItReportedAsArchived() throws Exception {
    var store = folder.resolve("store");
    var archive = folder.resolve("archive").toString();
    try (var server = ChildServer.start(
        store, List.of("-Xmx128m"), "--archive", archive, "--archive-interval", "1")) {
      var client = server.client();
      client.createTable(TABLE).block(PATIENCE);
      Flux.range(0, ENTITIES)
          .flatMap(
              row -> client.write(
                  TABLE,
                  new Write.Insert(Entity.builder("p" + row % 9, "r" + row).build())),
              16)
          .blockLast(PATIENCE);
      awaitArchived(server);
      server.kill();
      client.closeLater().block(PATIENCE);
    }
    Folders.delete(store);

    var screen = new Transcript();
    assertThat(screen.run(Map.of(), "restore", archive, store.toString()))
        .as(screen.err())
        .isZero();

    try (var server = ChildServer.start(store, List.of("-Xmx128m"))) {
      var client = server.client();
      assertThat(client.query(TABLE, Query.ALL).count().block(PATIENCE)).isEqualTo(ENTITIES);
      client.closeLater().block(PATIENCE);
    }
  }

  private static void awaitArchived(ChildServer server) throws Exception {
    var giveUp = Instant.now().plus(PATIENCE);
    for (var metrics = server.metrics();
        !metrics.contains("weir_archive_lag_bytes 0.0")
            || metrics.contains("weir_archive_bases 0.0");
        metrics = server.metrics()) {
      assertThat(Instant.now()).as(metrics).isBefore(giveUp);
      Thread.onSpinWait();
    }
  }
}
