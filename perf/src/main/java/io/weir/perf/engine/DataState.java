package io.weir.perf.engine;

import io.weir.perf.process.StoreHome;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.RowSize;
import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The data of the stores, and their folder. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls the methods annotated with Setup before all others
public class DataState {

  @Param("200000")
  public int entities;

  @Param("WIDE")
  public RowSize shape;

  /**
   * A folder with loaded stores, named after their subjects; empty if each store is to be loaded
   * into a folder of its own.
   */
  @Param("")
  public String stores;

  private DataSet set;

  @Setup(Level.Trial)
  public void prepare() {
    set = new DataSet(entities, shape);
  }

  DataSet set() {
    return set;
  }

  /** Returns the folder of a subject's store. */
  StoreHome home(String subject) throws IOException {
    return stores.isEmpty() ? StoreHome.temporary() : StoreHome.in(Path.of(stores), subject);
  }
}
