package io.weir.perf;

import java.io.IOException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rocksdb.RocksDBException;

/** A loaded RocksDB. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls what is annotated with Setup before all else
public class RocksState {

  LoadedRocks rocks;

  @Setup(Level.Trial)
  public void open(DataState data) throws IOException, RocksDBException {
    rocks = LoadedRocks.open(data.set());
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    rocks.close();
  }

  /** What a thread reads it with. */
  @State(Scope.Thread)
  public static class Reading {

    RocksReader reader;

    @Setup(Level.Trial)
    public void open(RocksState state) {
      reader = state.rocks.reader();
    }
  }
}
