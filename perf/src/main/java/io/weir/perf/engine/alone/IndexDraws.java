package io.weir.perf.engine.alone;

import io.weir.api.Query;
import io.weir.api.TableService;
import io.weir.perf.engine.DataState;
import io.weir.perf.engine.ScanTotals;
import io.weir.perf.engine.Stopwatch;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.IndexedProperties;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** A thread's queries by index, drawn before the run and handed out in turn. */
@State(Scope.Thread)
public class IndexDraws {

  private static final int COUNT = 1 << 12;
  private static final long SEED = 46;

  private final Query[] equal = new Query[COUNT];
  private final Query[] ordered = new Query[COUNT];
  private int at;

  @Setup(Level.Trial)
  public void draw(DataState data, ThreadParams thread) {
    var random = new SplittableRandom(SEED + thread.getThreadIndex());
    for (var i = 0; i < COUNT; i++) {
      var group = random.nextInt(data.entities / IndexedProperties.HITS);
      equal[i] = IndexedProperties.equalTo(IndexedProperties.group(group * IndexedProperties.HITS));
      var rank = IndexedProperties.rank(random.nextInt(data.entities - DataSet.RANGE_ROWS + 1));
      ordered[i] = IndexedProperties.inOrder(rank, DataSet.RANGE_ROWS);
    }
  }

  /** Reads the entities of the next group and returns their bytes. */
  long equal(TableService tables, Stopwatch watch) {
    return read(tables, equal[next()], IndexedProperties.HITS, watch);
  }

  /**
   * Reads the next range of {@value DataSet#RANGE_ROWS} entities in the order of their ranks and
   * returns their bytes.
   */
  long ordered(TableService tables, Stopwatch watch) {
    return read(tables, ordered[next()], DataSet.RANGE_ROWS, watch);
  }

  private static long read(TableService tables, Query query, int rows, Stopwatch watch) {
    watch.start();
    var found = new ScanTotals();
    tables.query(DataSet.TABLE, query).doOnNext(found).blockLast();
    watch.stop();
    return found.bytesOf(rows);
  }

  private int next() {
    at = (at + 1) & (COUNT - 1);
    return at;
  }
}
