package io.weir.perf.engine;

import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.Entity;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.perf.workload.DataSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What does an increment in place cost beside an upsert of the same entity, without a token and
 * with one? {@value Upserts#IN_FLIGHT} writes in flight and a force every ten milliseconds.
 *
 * <p>{@code java -jar perf/target/perf.jar engine.IncrementBenchmark}
 */
@State(Scope.Benchmark)
public class IncrementBenchmark {

  /** As a client chooses them. */
  private final AtomicLong tokens = new AtomicLong(System.nanoTime());

  @Benchmark
  @OperationsPerInvocation(Upserts.WRITES)
  public void upsert(WeirState weir, Upserts upserts) {
    upserts.write(weir.tables);
  }

  @Benchmark
  @OperationsPerInvocation(Upserts.WRITES)
  public void increment(WeirState weir, Upserts upserts) {
    run(weir, upserts, false);
  }

  @Benchmark
  @OperationsPerInvocation(Upserts.WRITES)
  public void incrementWithToken(WeirState weir, Upserts upserts) {
    run(weir, upserts, true);
  }

  private void run(WeirState weir, Upserts upserts, boolean once) {
    ConcurrentOperations.run(
        Upserts.IN_FLIGHT,
        Upserts.WRITES,
        () -> weir.tables.write(DataSet.TABLE, increment(upserts.next(), once)));
  }

  private Write increment(Entity entity, boolean once) {
    var add = Write.change(
        entity.key(), PropertyOperation.of("Increments", Operator.ADD, new EdmInt64(1)));
    return once ? add.withToken(new UUID(4711, tokens.getAndIncrement())) : add;
  }
}
