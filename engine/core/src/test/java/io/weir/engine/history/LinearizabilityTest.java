package io.weir.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableService;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.engine.TestStore;
import io.weir.engine.history.Call.Kind;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Threads read and write a few entities of a running engine; the recorded history is checked
 * afterwards.
 */
final class LinearizabilityTest {

  private static final boolean TORTURE = Effort.isAtLeast(Effort.TORTURE);
  private static final int CALLERS = 6;
  private static final int CALLS = TORTURE ? 5_000 : 300;
  private static final int ENTITIES = 3;

  @TempDir
  Path folder;

  /** A call and its entity. */
  private record Recorded(int entity, Call call) {}

  @ParameterizedTest
  @EnumSource(Durability.class)
  void eachEntityIsLinearizable(Durability durability) throws IOException {
    var seed = System.nanoTime();
    var options = StoreOptions.in(folder.resolve("store"))
        .withPartitionGroups(2)
        .withSegmentBytes(16 << 20)
        .withDurability(durability);
    List<Recorded> history;
    try (var store = TestStore.open(options)) {
      store.create();
      history = record(store.tables(), seed);
    }

    for (var entity = 0; entity < ENTITIES; entity++) {
      var number = entity;
      var calls = history.stream()
          .filter(recorded -> recorded.entity() == number)
          .map(Recorded::call)
          .toList();
      assertThat(calls).hasSizeGreaterThan(CALLS / 2);
      assertThat(HistoryChecker.isLinearizable(calls)).as("seed=%s", seed).isTrue();
    }
  }

  private static List<Recorded> record(TableService tables, long seed) {
    var threads = Executors.newFixedThreadPool(CALLERS);
    try {
      List<CompletableFuture<List<Recorded>>> callers = new ArrayList<>();
      for (var caller = 0; caller < CALLERS; caller++) {
        var random = new Random(seed + caller);
        callers.add(CompletableFuture.supplyAsync(() -> calls(tables, random), threads));
      }
      return callers.stream().flatMap(caller -> caller.join().stream()).toList();
    } finally {
      threads.shutdown();
    }
  }

  private static List<Recorded> calls(TableService tables, Random random) {
    var calls = new ArrayList<Recorded>();
    var lastSeen = new long[ENTITIES];
    for (var i = 0; i < CALLS; i++) {
      var entity = random.nextInt(ENTITIES);
      var call = call(tables, random, entity, lastSeen[entity]);
      calls.add(new Recorded(entity, call));
      if (call.result() != Call.REFUSED) {
        lastSeen[entity] = call.result();
      }
    }
    return calls;
  }

  private static Call call(TableService tables, Random random, int entity, long lastSeen) {
    var kinds = Kind.values();
    var kind = kinds[random.nextInt(kinds.length)];
    var begun = System.nanoTime();
    var result = kind == Kind.READ
        ? read(tables, entity)
        : write(tables, write(kind, entity, random.nextInt(), lastSeen));
    return new Call(kind, begun, System.nanoTime(), lastSeen, result);
  }

  private static EntityKey key(int entity) {
    return new EntityKey("p" + entity % 2, "r" + entity);
  }

  private static long read(TableService tables, int entity) {
    return tables
        .get(TestStore.TABLE, key(entity))
        .blockOptional(TestStore.PATIENCE)
        .map(Entity::timestampTicks)
        .orElse(Call.ABSENT);
  }

  private static Write write(Kind kind, int entity, int value, long lastSeen) {
    var key = key(entity);
    var next = Entity.builder(key.partitionKey(), key.rowKey()).set("N", value).build();
    return switch (kind) {
      case INSERT -> new Write.Insert(next);
      case UPDATE ->
        new Write.Update(
            next, WriteMode.REPLACE, IfMatch.version(ETag.ofTimestamp(Math.max(1, lastSeen))));
      case DELETE -> new Write.Delete(key, IfMatch.ANY);
      default -> new Write.Upsert(next, WriteMode.REPLACE);
    };
  }

  /** Returns the version after the write: none after a delete. */
  private static long write(TableService tables, Write write) {
    try {
      return tables
          .write(TestStore.TABLE, write)
          .blockOptional(TestStore.PATIENCE)
          .map(WriteResult::timestampTicks)
          .orElseThrow();
    } catch (ConflictException | PreconditionFailedException | NotFoundException e) {
      return Call.REFUSED;
    }
  }
}
