package io.weir.perf;

import io.weir.api.entity.EntityKey;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The data set that both stores are loaded with, and its keys, made beforehand. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls what is annotated with Setup before all else
public class DataState {

  @Param("200000")
  public int entities;

  private DataSet set;
  private EntityKey[] keys;

  @Setup(Level.Trial)
  public void prepare() {
    set = new DataSet(entities);
    keys = set.keys();
  }

  DataSet set() {
    return set;
  }

  EntityKey key(int number) {
    return keys[number];
  }
}
