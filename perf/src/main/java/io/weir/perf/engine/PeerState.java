package io.weir.perf.engine;

import io.weir.perf.peer.Peer;
import io.weir.perf.peer.PeerReader;
import io.weir.perf.peer.RocksPeer;
import io.weir.perf.process.StoreHome;
import java.io.IOException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A loaded peer with the readers of its threads. */
@SuppressWarnings("NullAway.Init") // JMH calls the methods annotated with Setup before all others
public abstract class PeerState extends StoreState {

  Peer peer;
  private StoreHome home;

  @Setup(Level.Trial)
  public void open(DataState data) throws IOException {
    home = data.home(subject());
    peer = Subjects.open(subject(), home, forced());
    if (!home.isLoaded()) {
      peer.load(data.set());
      home.loaded();
    }
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    endUse();
    peer.close();
    home.close();
  }

  /** A reader for the calling thread. */
  PeerReader reader() {
    var reader = peer.reader();
    beforeClose(reader::close);
    return reader;
  }

  abstract String subject();

  boolean forced() {
    return false;
  }

  /** RocksDB, with or without forces. */
  @State(Scope.Benchmark)
  public static class Rocks extends PeerState {
    @Override
    String subject() {
      return Subjects.ROCKSDB;
    }

    RocksPeer rocks() {
      return (RocksPeer) peer;
    }
  }

  /** LMDB that forces nothing. */
  @State(Scope.Benchmark)
  public static class Lmdb extends PeerState {
    @Override
    String subject() {
      return Subjects.LMDB;
    }
  }

  /** LMDB that forces everything. */
  @State(Scope.Benchmark)
  public static class LmdbForced extends Lmdb {
    @Override
    boolean forced() {
      return true;
    }
  }

  /** A thread's reader of RocksDB. */
  @State(Scope.Thread)
  @SuppressWarnings("NullAway.Init")
  public static class RocksReading {
    PeerReader reader;

    @Setup(Level.Trial)
    public void open(Rocks rocks) {
      reader = rocks.reader();
    }
  }

  /** A thread's reader of LMDB. */
  @State(Scope.Thread)
  @SuppressWarnings("NullAway.Init")
  public static class LmdbReading {
    PeerReader reader;

    @Setup(Level.Trial)
    public void open(Lmdb lmdb) {
      reader = lmdb.reader();
    }
  }
}
