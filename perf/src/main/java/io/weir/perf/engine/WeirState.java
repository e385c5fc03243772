package io.weir.perf.engine;

import io.weir.api.TableService;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.perf.peer.LoadedEngine;
import java.io.IOException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A loaded engine with a loop for each core, whose writes are forced every ten milliseconds. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls the methods annotated with Setup before all others
public class WeirState extends StoreState {

  /** The tables that are measured. */
  public TableService tables;

  private EmbeddedLoops loops;
  private LoadedEngine engine;

  @Setup(Level.Trial)
  public void open(DataState data) throws IOException {
    loops = EmbeddedLoops.start(Runtime.getRuntime().availableProcessors());
    engine = LoadedEngine.open(data.home(Subjects.WEIR), data.set(), this::options, loops.loops());
    tables = engine.tables();
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    endUse();
    engine.close();
    loops.close();
  }

  /** Returns how the engine is opened. */
  protected StoreOptions options(StoreOptions usual) {
    return usual.withDurability(Durability.INTERVAL);
  }

  /** Returns the number of expired entities that were removed since the start. */
  public long entitiesExpired() {
    return engine.entitiesExpired();
  }

  /** An engine that forces each write before it acknowledges it. */
  public static class Forced extends WeirState {
    @Override
    protected StoreOptions options(StoreOptions usual) {
      return usual.withDurability(Durability.SYNC);
    }
  }
}
