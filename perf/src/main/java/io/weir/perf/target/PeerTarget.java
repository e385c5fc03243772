package io.weir.perf.target;

import io.weir.api.entity.EntityKey;
import io.weir.perf.peer.Peer;
import io.weir.perf.peer.PeerReader;
import io.weir.perf.process.Cpu;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.Population;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A store inside this process whose calls block, on threads of its own, as a reactive program would
 * embed it. Each write is forced.
 *
 * <p>It holds one population, because it has one space of keys.
 */
final class PeerTarget implements Target {

  private static final int QUEUED = 100_000;

  private final StoreHome home;
  private final Peer peer;
  private final Scheduler threads;
  private final Queue<PeerReader> readers = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<PeerReader> reader = ThreadLocal.withInitial(this::newReader);

  private PeerTarget(StoreHome home, Peer peer, Scheduler threads) {
    this.home = home;
    this.peer = peer;
    this.threads = threads;
  }

  static PeerTarget start(Surroundings surroundings, Function<Path, Peer> open) throws IOException {
    var path = surroundings.newFolder("peer");
    var threads =
        Schedulers.newBoundedElastic(surroundings.manyConnections(), QUEUED, "peer", 600, true);
    return new PeerTarget(new StoreHome(path, false), open.apply(path), threads);
  }

  @Override
  public Mono<TargetTable> load(Population population) {
    var table = new Rows();
    return TableLoader.byBatches(table, population).thenReturn(table);
  }

  @Override
  public Cpu cpu() {
    return Cpu.ofThisProcess();
  }

  @Override
  public void close() throws IOException {
    threads.disposeGracefully().block();
    readers.forEach(PeerReader::close);
    peer.close();
    home.close();
  }

  private PeerReader newReader() {
    var made = peer.reader();
    readers.add(made);
    return made;
  }

  private final class Rows implements TargetTable {

    @Override
    public Mono<Integer> read(EntityKey key) {
      return call(() -> reader.get().get(key) == null ? 0 : 1);
    }

    @Override
    public Mono<Integer> upsert(DataRow row) {
      return batch(List.of(row));
    }

    @Override
    public Mono<Integer> scan(EntityKey from, int rows) {
      return call(() -> {
        var passed = new AtomicInteger();
        reader.get().range(from, rows, entity -> passed.incrementAndGet());
        return passed.get();
      });
    }

    @Override
    public Mono<Integer> batch(List<DataRow> rows) {
      return call(() -> {
        peer.put(rows.stream().map(DataRow::entity).toList(), true);
        return rows.size();
      });
    }

    /** Uses one transaction, as for a batch: the stores have no partitions. */
    @Override
    public Mono<Integer> joint(List<DataRow> rows) {
      return batch(rows);
    }

    private Mono<Integer> call(Callable<Integer> waiting) {
      return Mono.fromCallable(waiting).subscribeOn(threads);
    }
  }
}
