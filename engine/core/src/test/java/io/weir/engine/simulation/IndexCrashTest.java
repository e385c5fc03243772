package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.index.SortProperty;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Seeds;
import io.weir.engine.indexing.IndexEntries;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/**
 * Indexes on a disk that loses what was not forced, at random moments of writes, backfills and
 * sweeps, and on a full disk.
 *
 * <p>A failure names its seed.
 */
final class IndexCrashTest extends SimulatedStore {

  private static final Seeds SEEDS = Seeds.of(6, 15, 500);
  private static final int LIVES = 6;

  private static final List<IndexDefinition> DEFINITIONS = List.of(
      IndexDefinition.of("byAge", "Age").sparsely(),
      IndexDefinition.of("byNameDown", List.of(SortProperty.descending("Name"))).where("Age gt 3"),
      IndexDefinition.of("all", "Name", "Age"));

  @Test
  void afterEveryCrashTheEntriesBecomeThoseThatTheEntitiesImply() throws IOException {
    for (var seed = SEEDS.first(); seed < SEEDS.end(); seed++) {
      var random = new Random(seed);
      for (var life = 0; life < LIVES; life++) {
        interleave(random, 400, 4, () -> act(random));
        crash();
        settled("seed=" + seed + " life=" + life);
      }
    }
  }

  private void act(Random random) {
    var tables = tables();
    var definition = DEFINITIONS.get(random.nextInt(DEFINITIONS.size()));
    switch (random.nextInt(60)) {
      case 0, 1, 2 -> ignore(tables.createIndex(TABLE, definition));
      case 3 -> ignore(tables.dropIndex(TABLE, definition.name()));
      case 4 -> {
        var from = random.nextInt(90);
        ignore(tables.deleteRange(
            TABLE,
            FilterParser.parse("PartitionKey eq 'p' and RowKey ge '" + from + "' and RowKey lt '"
                + (from + 9) + "'")));
      }
      case 5, 6, 7 ->
        ignore(tables.write(
            TABLE, new Write.Delete(new EntityKey("p", "" + random.nextInt(100)), IfMatch.ANY)));
      default ->
        ignore(tables.write(
            TABLE,
            new Write.Upsert(
                entity(random), random.nextBoolean() ? WriteMode.MERGE : WriteMode.REPLACE)));
    }
  }

  private static Entity entity(Random random) {
    var entity = Entity.builder("p", "" + random.nextInt(100)).set("Age", random.nextInt(8));
    return random.nextInt(3) > 0
        ? entity.set("Name", "n" + random.nextInt(5)).build()
        : entity.build();
  }

  private static void ignore(Mono<?> outcome) {
    outcome.subscribe(done -> {}, refused -> {});
  }

  /** Lets the work on indexes end, and compares. */
  private void settled(String where) {
    machine.settle();
    machine.letTimePass(Duration.ofSeconds(2));
    assertThat(tables().indexes(TABLE).block())
        .as(where)
        .allSatisfy(status -> assertThat(status.state()).isEqualTo(IndexState.READABLE));
    assertThat(catchThrowable(this::assertExact)).as(where).isNull();
  }

  private void assertExact() {
    IndexEntries.assertExact(engine.store(), Users.ACCOUNT, TABLE);
  }

  @Test
  void onAFullDiskARangeIsRemovedAndItsEntriesAreNotFound() {
    for (var i = 0; i < 30; i++) {
      write("r" + i, 4_000);
    }
    ignore(tables().createIndex(TABLE, IndexDefinition.of("byRow", "RowKey")));
    machine.settle();
    machine.disk.leaveSpace(0);
    for (var i = 0; i < 40; i++) {
      write("s" + i, 4_000);
    }
    assertThat(engine.health().reason()).startsWith("noSpace");

    var removed = new Answer();
    tables()
        .deleteRange(TABLE, FilterParser.parse("PartitionKey eq 'p' and RowKey ge 'r'"))
        .subscribe(nothing -> {}, failure -> removed.failure = failure, () -> removed.done = true);
    machine.settle();

    assertThat(removed.isDone() || removed.failure() instanceof ServiceBusyException)
        .as("answered with %s", removed.failure())
        .isTrue();
    machine.disk.heal();
    machine.letTimePass(Duration.ofMinutes(1));
    assertThat(engine.health().writable()).isTrue();
    ignore(
        tables().deleteRange(TABLE, FilterParser.parse("PartitionKey eq 'p' and RowKey ge 'r'")));
    settled("after the disk had room");
    assertThat(rows()).isEmpty();
  }

  private TableService tables() {
    return engine.account(Users.ACCOUNT);
  }
}
