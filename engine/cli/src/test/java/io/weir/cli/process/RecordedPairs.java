package io.weir.cli.process;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/** Writers insert two entities of different partitions by one joint commit: both or none. */
final class RecordedPairs implements RecordedWork.Program {

  private static final String LEFT = "left";
  private static final String RIGHT = "right";

  private final WeirClient tables;
  private final TableName table;
  private final int writers;
  private final AtomicLong numbers = new AtomicLong();
  private final Set<String> committed = ConcurrentHashMap.newKeySet();

  RecordedPairs(WeirClient tables, TableName table, int writers) {
    this.tables = tables;
    this.table = table;
    this.writers = writers;
  }

  @Override
  public Mono<Void> run(RecordedWork.Calls calls) {
    return calls.repeated(writers, writer -> commit());
  }

  private Mono<?> commit() {
    var row = "r" + numbers.incrementAndGet();
    return tables
        .commit(JointCommit.of(insert(LEFT, row), insert(RIGHT, row)))
        .doOnNext(done -> committed.add(row));
  }

  private TableWrite insert(String partition, String row) {
    return TableWrite.of(table, new Write.Insert(Entity.builder(partition, row).build()));
  }

  @Override
  public long acknowledged() {
    return committed.size();
  }

  @Override
  public void check(RecordedWork.Calls calls) {
    var left = rows(LEFT);
    var right = rows(RIGHT);
    if (!left.equals(right)) {
      calls.broken("halves of joint commits: " + left.size() + " and " + right.size());
    }
    committed.stream()
        .filter(row -> !left.contains(row))
        .forEach(row -> calls.broken("lost pair=" + row));
  }

  private Set<String> rows(String partition) {
    return RecordedInserts.stored(tables, table, partition).keySet().stream()
        .map(key -> key.rowKey())
        .collect(Collectors.toSet());
  }
}
