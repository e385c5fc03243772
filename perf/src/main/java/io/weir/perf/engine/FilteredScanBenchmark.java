package io.weir.perf.engine;

import io.weir.api.Query;
import io.weir.engine.query.Predicate;
import io.weir.perf.peer.PeerReader;
import io.weir.perf.workload.DataSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * How many entities can one thread search for those that match a filter on a property, one in
 * {@value DataSet#ONE_MATCHES_IN}? The peers use Weir's own predicate, which reads bytes that are
 * not yet an entity.
 *
 * <p>{@code java -jar perf/target/perf.jar FilteredScan}
 */
public class FilteredScanBenchmark {

  private static final int ENTITIES = FullScanBenchmark.ENTITIES;
  private static final int MATCHES = ENTITIES / DataSet.ONE_MATCHES_IN;

  /** The filter in both forms. */
  @State(Scope.Thread)
  @SuppressWarnings("NullAway.Init") // JMH calls the methods annotated with Setup before all others
  public static class Filtered {

    private Query query;
    private Predicate predicate;

    @Setup
    public void compile(DataState data) {
      var filter = data.set().filter();
      query = Query.ALL.where(filter);
      predicate = Predicate.of(filter);
    }
  }

  @Benchmark
  @OperationsPerInvocation(ENTITIES)
  public long weir(WeirState weir, Filtered filtered, WholeScan scan) {
    return scan.read(weir.tables, filtered.query, MATCHES);
  }

  @Benchmark
  @OperationsPerInvocation(ENTITIES)
  public long rocksdb(PeerState.RocksReading rocks, Filtered filtered, WholeScan scan) {
    return read(rocks.reader, filtered, scan);
  }

  @Benchmark
  @OperationsPerInvocation(ENTITIES)
  public long lmdb(PeerState.LmdbReading lmdb, Filtered filtered, WholeScan scan) {
    return read(lmdb.reader, filtered, scan);
  }

  private static long read(PeerReader reader, Filtered filtered, WholeScan scan) {
    return scan.read(reader, ENTITIES, filtered.predicate, MATCHES);
  }
}
