package io.weir.cli.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.cli.Transcript;
import io.weir.cli.serve.RunningService;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Programs move from an emulator to Weir as the recipe tells: they write while the copy follows,
 * they stop, and the copy compares.
 *
 * <p>{@code -Dweir.azurite.endpoint=URL} names the account of a running emulator.
 */
@EnabledIfSystemProperty(named = EmulatorCopyTest.ENDPOINT, matches = ".+")
final class EmulatorCopyTest {

  static final String ENDPOINT = "weir.azurite.endpoint";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int WRITERS = 8;
  private static final int ENOUGH = 400;

  @TempDir
  Path folder;

  @Test
  void aProgramMovesFromTheEmulatorWhileItWrites() throws Exception {
    var table = new TableName("Moved" + Long.toString(System.nanoTime(), 36));
    var emulator = System.getProperty(ENDPOINT);
    try (var service = RunningService.start(folder);
        var source =
            WeirClient.builder().endpoint(emulator).dialect(DialectChoice.AUTO).connect();
        var target = WeirClient.builder().endpoint(service.endpoint()).connect()) {
      source.createTable(table).block(PATIENCE);
      write(source, table, 0, 300);
      var stopped = new AtomicBoolean();
      var writing = Flux.range(300, Integer.MAX_VALUE - 300)
          .takeWhile(row -> !stopped.get())
          .flatMap(row -> upsert(source, table, row % ENOUGH, row), WRITERS)
          .then()
          .toFuture();
      var screen = new Transcript();
      var copying = CompletableFuture.supplyAsync(() -> screen.run(
          Map.of(),
          "copy",
          "--from",
          emulator,
          "--to",
          service.endpoint(),
          "--tables",
          table.value(),
          "--follow",
          "--sweep",
          "1",
          "--until-idle",
          "4",
          "--journal",
          folder.resolve("journal").toString()));
      awaitEntities(target, table);
      stopped.set(true);
      writing.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

      assertThat(copying.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .as(screen.err())
          .isZero();

      assertThat(screen.out()).contains("0 missing, 0 changed, 0 only in the target.");
      source.deleteTable(table).block(PATIENCE);
    }
  }

  /** Waits until an entity that was written after the copy began has arrived. */
  private static void awaitEntities(WeirClient target, TableName table) {
    Flux.defer(() -> target.query(table, Query.ALL).onErrorComplete().count())
        .repeat()
        .takeUntil(count -> count >= ENOUGH)
        .blockLast(PATIENCE);
  }

  private static void write(WeirClient source, TableName table, int from, int to) {
    Flux.range(from, to - from)
        .flatMap(row -> upsert(source, table, row, row), WRITERS)
        .blockLast(PATIENCE);
  }

  private static Mono<?> upsert(WeirClient source, TableName table, int row, int version) {
    var entity =
        Entity.builder("p" + row % 5, "r" + row).set("Version", version).build();
    return source.write(table, new Write.Upsert(entity, WriteMode.REPLACE));
  }
}
