package io.weir.engine;

import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.engine.catalog.Table;
import io.weir.engine.observe.TrafficObserver;
import io.weir.engine.scan.Scan;
import io.weir.engine.tree.ColdPage;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A scan that tells the observer of its plan and its cost when it has ended. Belongs to one thread
 * at a time.
 */
record ObservedScan(Scan scan, TrafficObserver observer, Table table, Query query) implements Scan {

  @Override
  public boolean advance(int maxRows, List<Entity> target) {
    return scan.advance(maxRows, target);
  }

  @Override
  public void release() {
    scan.release();
  }

  @Override
  public @Nullable Continuation position() {
    return scan.position();
  }

  @Override
  public @Nullable Continuation next() {
    return scan.next();
  }

  @Override
  public void await(ColdPage cold, int rows, Executor loop, Runnable task) {
    scan.await(cold, rows, loop, task);
  }

  @Override
  public long scanned() {
    return scan.scanned();
  }

  @Override
  public QueryReport report() {
    return scan.report();
  }

  @Override
  public void ended() {
    observer.answered(table.id(), table.indexes(), query, scan.report());
  }
}
