package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store gives room of its page files back within a minute after half of its entities were
 * removed, and keeps the others.
 */
@ExtendWith(Quiet.class)
final class CompactionStoreTest {

  private static final double MOST_PART_LEFT = 0.6;

  @TempDir
  Path folder;

  private final Map<String, Integer> model = new TreeMap<>();
  private final Random random = new Random(7);
  private SimulatedMachine machine;
  private Engine engine;

  @AfterEach
  void close() throws IOException {
    engine.close();
  }

  @Test
  void theFirstHalfOfWideEntities() throws IOException {
    halfIsGivenBack(6_000, 1_400, row -> row < 3_000);
  }

  @Test
  void everySecondWideEntity() throws IOException {
    halfIsGivenBack(6_000, 1_400, row -> row % 2 == 0);
  }

  @Test
  void aRandomHalfOfNarrowEntities() throws IOException {
    var gone = new Random(1).ints(20_000, 0, 2).toArray();
    halfIsGivenBack(20_000, 350, row -> gone[row] == 0);
  }

  private void halfIsGivenBack(int rows, int bytes, IntPredicate removed) throws IOException {
    fill(rows, bytes);
    engine.store().checkpoint();
    pass(Duration.ofSeconds(10));
    var before = bytesOnDisk();

    for (var row = 0; row < rows; row++) {
      if (removed.test(row)) {
        remove(row);
      }
    }
    pass(Duration.ofSeconds(60));

    assertThat((double) bytesOnDisk() / before).as("before=%d", before).isLessThan(MOST_PART_LEFT);
    assertThat(files()).isEqualTo(engine.store().pages(0).extents());
    verify();
    machine.crash(engine);
    engine = machine.open();
    assertThat(engine.store().startedFromCheckpoint()).isTrue();
    verify();
    assertThat(engine.store().damagedPages()).isZero();
  }

  private void fill(int rows, int bytes) throws IOException {
    machine = new SimulatedMachine(
        3,
        StoreOptions.in(folder.resolve("store")).withPartitionGroups(1).withSegmentBytes(1 << 20));
    engine = machine.open();
    engine.account(Users.ACCOUNT).createTable(SimulatedStore.TABLE).subscribe();
    machine.settle();
    for (var row = 0; row < rows; row++) {
      var filled = new byte[bytes];
      Arrays.fill(filled, (byte) random.nextInt());
      write(new Write.Upsert(
          Entity.builder("p", name(row)).set("Data", filled).build(), WriteMode.REPLACE));
      model.put(name(row), Arrays.hashCode(filled));
      settleSometimes(row);
    }
    machine.settle();
  }

  private static String name(int row) {
    return String.format("%06d", row);
  }

  private void settleSometimes(int row) {
    if (row % 50 == 0) {
      machine.settle();
    }
  }

  private void remove(int row) {
    write(new Write.Delete(new EntityKey("p", name(row)), IfMatch.ANY));
    model.remove(name(row));
    settleSometimes(row);
  }

  private void write(Write write) {
    engine
        .account(Users.ACCOUNT)
        .write(SimulatedStore.TABLE, write)
        .subscribe(done -> {}, failure -> {
          throw new AssertionError(failure);
        });
  }

  private void pass(Duration time) {
    machine.settle();
    for (var left = time; !left.isZero(); left = left.minusMillis(20)) {
      machine.letTimePass(Duration.ofMillis(20));
    }
  }

  private long bytesOnDisk() {
    return engine.store().pages(0).diskBytes();
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("store/pages/0"))) {
      return files.count();
    }
  }

  private void verify() {
    var found = new TreeMap<String, Integer>();
    engine
        .account(Users.ACCOUNT)
        .query(SimulatedStore.TABLE, Query.ALL)
        .subscribe(
            entity -> found.put(
                entity.rowKey(),
                Arrays.hashCode(entity.getBinary("Data").orElseThrow().toByteArray())),
            failure -> {
              throw new AssertionError(failure);
            });
    machine.settle();
    assertThat(found).isEqualTo(model);
  }
}
