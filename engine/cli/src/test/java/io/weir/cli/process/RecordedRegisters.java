package io.weir.cli.process;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import reactor.core.publisher.Mono;

/**
 * Each writer replaces an entity by greater and greater numbers, and begins another entity when it
 * does not know what became of a write. Readers ask each node: whoever answers has at least the
 * number that was acknowledged before the question.
 */
final class RecordedRegisters implements RecordedWork.Program {

  private final WeirClient tables;
  private final List<WeirClient> nodes;
  private final TableName table;
  private final AtomicReferenceArray<EntityKey> current;
  private final Map<EntityKey, Long> acknowledged = new ConcurrentHashMap<>();
  private final Map<EntityKey, Long> asked = new ConcurrentHashMap<>();
  private final AtomicLong writes = new AtomicLong();

  RecordedRegisters(WeirClient tables, List<WeirClient> nodes, TableName table, int writers) {
    this.tables = tables;
    this.nodes = nodes;
    this.table = table;
    this.current = new AtomicReferenceArray<>(writers);
    for (var writer = 0; writer < writers; writer++) {
      current.set(writer, key(writer, 0));
    }
  }

  private static EntityKey key(int writer, long generation) {
    return new EntityKey("register" + writer, "g" + generation);
  }

  @Override
  public Mono<Void> run(RecordedWork.Calls calls) {
    return Mono.when(
        calls.repeated(current.length(), this::write),
        calls.repeated(nodes.size(), node -> read(calls, node)));
  }

  private Mono<?> write(int writer) {
    var key = current.get(writer);
    var number = asked.getOrDefault(key, 0L) + 1;
    asked.put(key, number);
    var entity =
        Entity.builder(key.partitionKey(), key.rowKey()).set("Number", number).build();
    return tables
        .write(table, new Write.Upsert(entity, WriteMode.REPLACE))
        .doOnNext(done -> {
          acknowledged.put(key, number);
          writes.incrementAndGet();
        })
        .doOnError(unknown -> current.set(writer, key(writer, writes.get() + asked.size())));
  }

  private Mono<?> read(RecordedWork.Calls calls, int node) {
    var key = current.get((int) (writes.get() % current.length()));
    var least = acknowledged.getOrDefault(key, 0L);
    return nodes
        .get(node)
        .get(table, key)
        .map(RecordedRegisters::number)
        .defaultIfEmpty(0L)
        .doOnNext(found -> {
          if (found < least || found > asked.get(key)) {
            calls.broken("stale read node=" + node + " key=" + key + " found=" + found
                + " acknowledged=" + least + " asked=" + asked.get(key));
          }
        });
  }

  private static long number(Entity entity) {
    return entity.getInt64("Number").orElseThrow();
  }

  @Override
  public long acknowledged() {
    return writes.get();
  }

  @Override
  public void check(RecordedWork.Calls calls) {
    var stored = RecordedInserts.stored(tables, table, "register");
    asked.forEach((key, last) -> {
      var least = acknowledged.getOrDefault(key, 0L);
      var found = stored.containsKey(key) ? number(stored.get(key)) : 0;
      if (found < least || found > last) {
        calls.broken("register key=" + key + " found=" + found + " acknowledged=" + least
            + " asked=" + last);
      }
    });
  }
}
