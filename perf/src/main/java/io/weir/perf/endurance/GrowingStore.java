package io.weir.perf.endurance;

import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.cli.Weir;
import io.weir.client.WeirClient;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.store.StoreOptions;
import io.weir.perf.engine.Subjects;
import io.weir.perf.peer.LmdbPeer;
import io.weir.perf.peer.LoadedEngine;
import io.weir.perf.peer.Peer;
import io.weir.perf.peer.PeerReader;
import io.weir.perf.peer.RocksPeer;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.JavaCommand;
import io.weir.perf.process.Ports;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.process.WeirServerProcess;
import io.weir.perf.target.WeirClients;
import io.weir.perf.workload.DataSet;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A store whose rows are read and overwritten by numbers. Any thread; calls block. Closing keeps
 * the data.
 */
interface GrowingStore extends AutoCloseable {

  /** Stores the data in the order of their keys. */
  void load() throws IOException;

  /** Returns reads for the calling thread. */
  Reads reads();

  /** Replaces a row. The process's end may lose it, unless the store forces. */
  void write(Entity entity);

  @Override
  void close() throws IOException;

  /** Reads of one thread. */
  @FunctionalInterface
  interface Reads extends AutoCloseable {

    /** Reads a row. Fails if it is not there. */
    void read(int number);

    @Override
    default void close() {}
  }

  /** Opens Weir with so many loops. {@code choice} changes its default options. */
  static OfWeir weir(StoreHome home, DataSet data, int number, UnaryOperator<StoreOptions> choice)
      throws IOException {
    var loops = EmbeddedLoops.start(number);
    try {
      return new OfWeir(LoadedEngine.openAsItIs(home, choice, loops.loops()), loops, data);
    } catch (IOException | RuntimeException e) {
      loops.close();
      throw e;
    }
  }

  /**
   * Opens a peer.
   *
   * @param cacheBytes of RocksDB's blocks; LMDB has the page cache of the system
   */
  static GrowingStore peer(String subject, StoreHome home, DataSet data, long cacheBytes) {
    var peer = switch (subject) {
      case Subjects.ROCKSDB -> RocksPeer.open(home.path(), cacheBytes);
      case Subjects.LMDB -> LmdbPeer.openLarge(home.path());
      default -> throw new IllegalArgumentException("unknown peer peer=" + subject);
    };
    return new OfPeer(peer, data);
  }

  /**
   * Starts {@code weir serve} with the store, and a client of it. The server has as much heap as
   * this process.
   */
  static GrowingStore served(StoreHome home, DataSet data) throws IOException {
    var surroundings = Surroundings.in(home.path().toAbsolutePath().resolveSibling("servers"));
    var port = Ports.free();
    var command = JavaCommand.of(
        List.of("-Xmx" + Runtime.getRuntime().maxMemory()),
        Weir.class,
        "serve",
        "--data",
        home.path().toAbsolutePath().toString(),
        "--port",
        Integer.toString(port),
        WeirServerProcess.QUEUE_PORT,
        "off");
    var server = ChildProcess.start(surroundings, surroundings.newFolder("server"), port, command);
    var client = WeirClient.builder().endpoint(WeirClients.endpoint(port)).connect();
    return new OfServer(server, client, data);
  }

  /** Weir in this process. */
  record OfWeir(LoadedEngine engine, EmbeddedLoops loops, DataSet data) implements GrowingStore {

    @Override
    public void load() throws IOException {
      engine.load(data);
    }

    @Override
    public Reads reads() {
      return number -> Objects.requireNonNull(
          engine.tables().get(DataSet.TABLE, data.key(number)).block());
    }

    @Override
    public void write(Entity entity) {
      engine
          .tables()
          .write(DataSet.TABLE, new Write.Upsert(entity, WriteMode.REPLACE))
          .block();
    }

    @Override
    public void close() throws IOException {
      engine.close();
      loops.close();
    }
  }

  /** Weir in a process of its own, over the streaming dialect. */
  record OfServer(ChildProcess server, WeirClient client, DataSet data) implements GrowingStore {

    @Override
    public void load() {
      throw new UnsupportedOperationException("a store is loaded before it is served");
    }

    @Override
    public Reads reads() {
      return number ->
          Objects.requireNonNull(client.get(DataSet.TABLE, data.key(number)).block());
    }

    @Override
    public void write(Entity entity) {
      client.write(DataSet.TABLE, new Write.Upsert(entity, WriteMode.REPLACE)).block();
    }

    @Override
    public void close() throws IOException {
      client.close();
      server.close();
    }
  }

  /** A peer in this process. */
  record OfPeer(Peer peer, DataSet data) implements GrowingStore {

    private record OfThread(PeerReader reader, DataSet data) implements Reads {

      @Override
      public void read(int number) {
        Objects.requireNonNull(reader.get(data.key(number)));
      }

      @Override
      public void close() {
        reader.close();
      }
    }

    @Override
    public void load() {
      peer.load(data);
    }

    @Override
    public Reads reads() {
      return new OfThread(peer.reader(), data);
    }

    @Override
    public void write(Entity entity) {
      peer.put(List.of(entity), false);
    }

    @Override
    public void close() throws IOException {
      peer.close();
    }
  }
}
