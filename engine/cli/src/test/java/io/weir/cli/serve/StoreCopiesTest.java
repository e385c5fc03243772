package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.replication.AppliedFile;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy takes as much room as the store, so none may stay. */
final class StoreCopiesTest {

  private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

  @TempDir
  Path folder;

  private EmbeddedLoops loops;
  private Engine engine;

  @BeforeEach
  void open() throws IOException {
    loops = EmbeddedLoops.start(1);
    engine = Engine.open(StoreOptions.in(folder).withPartitionGroups(1), loops.loops());
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    loops.close();
  }

  @Test
  void aCopyThatNobodyReadsIsDeletedAndTheNextNodeGetsAnother() throws IOException {
    joinCluster();
    var copies = new StoreCopies(Duration.ofMillis(100));
    copies.serve(engine.store());

    until(() -> copies.copy().isPresent());
    until(() -> copiesOnDisk().isEmpty());

    until(() -> copies.copy().isPresent());
  }

  @Test
  void aCopyThatIsReadStays() throws IOException {
    joinCluster();
    var copies = new StoreCopies(Duration.ofMinutes(10));
    copies.serve(engine.store());
    until(() -> copies.copy().isPresent());

    var copy = copies.copy().orElseThrow();

    assertThat(copies.copy()).contains(copy);
    assertThat(copy.resolve("BACKUP")).exists();
    assertThat(copy.resolve(AppliedFile.FILE)).exists();
  }

  @Test
  void aCopyThatFailsLeavesNothingAndIsTriedAgain() throws IOException {
    var copies = new StoreCopies(Duration.ofMinutes(10));
    copies.serve(engine.store());
    assertThat(copies.copy()).isEmpty(); // the store is no node: it lacks a file

    joinCluster();

    until(() -> copies.copy().isPresent());
    assertThat(copiesOnDisk()).hasSize(1);
  }

  @Test
  void whatAnEarlierProcessLeftIsDeleted() throws IOException {
    Files.createDirectories(folder.resolve("copies/copy-1"));

    new StoreCopies().serve(engine.store());

    assertThat(copiesOnDisk()).isEmpty();
  }

  private void joinCluster() throws IOException {
    Files.writeString(folder.resolve(AppliedFile.FILE), "");
  }

  private List<Path> copiesOnDisk() {
    var all = folder.resolve("copies").toFile().listFiles();
    return all == null
        ? List.of()
        : List.of(all).stream().map(each -> each.toPath()).toList();
  }

  private static void until(BooleanSupplier condition) {
    var giveUp = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(giveUp);
      LockSupport.parkNanos(1_000_000);
    }
  }
}
