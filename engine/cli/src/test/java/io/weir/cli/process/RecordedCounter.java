package io.weir.cli.process;

import io.weir.api.TableName;
import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Mono;

/**
 * Writers add one to an entity. Each sum is answered once, and is greater than every sum that was
 * answered before the call.
 */
final class RecordedCounter implements RecordedWork.Program {

  private static final EntityKey COUNTER = new EntityKey("counter", "n");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final WeirClient tables;
  private final TableName table;
  private final int writers;
  private final Set<Long> sums = ConcurrentHashMap.newKeySet();
  private final AtomicLong greatest = new AtomicLong();
  private final AtomicLong unknown = new AtomicLong();

  RecordedCounter(WeirClient tables, TableName table, int writers) {
    this.tables = tables;
    this.table = table;
    this.writers = writers;
  }

  @Override
  public Mono<Void> run(RecordedWork.Calls calls) {
    return calls.repeated(writers, writer -> add(calls));
  }

  private Mono<?> add(RecordedWork.Calls calls) {
    var before = greatest.get();
    var one = PropertyOperation.of("N", PropertyOperation.Operator.ADD, new EdmInt64(1));
    var change = Write.change(COUNTER, one).orCreate().answering(Write.Answer.AFTER);
    return tables
        .write(table, change)
        .map(done -> done.after().flatMap(entity -> entity.getInt64("N")).orElseThrow())
        .doOnNext(sum -> {
          if (sum <= before || !sums.add(sum)) {
            calls.broken("sum=" + sum + " answered before=" + before);
          }
          greatest.accumulateAndGet(sum, Math::max);
        })
        .doOnError(failure -> unknown.incrementAndGet());
  }

  @Override
  public long acknowledged() {
    return sums.size();
  }

  @Override
  public void check(RecordedWork.Calls calls) {
    var stored = tables
        .get(table, COUNTER)
        .blockOptional(PATIENCE)
        .flatMap(entity -> entity.getInt64("N"))
        .orElse(0L);
    if (stored < sums.size() || stored > sums.size() + unknown.get()) {
      calls.broken(
          "counter stored=" + stored + " acknowledged=" + sums.size() + " unknown=" + unknown);
    }
  }
}
