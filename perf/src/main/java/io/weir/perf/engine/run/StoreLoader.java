package io.weir.perf.engine.run;

import io.weir.engine.EmbeddedLoops;
import io.weir.engine.store.Durability;
import io.weir.perf.engine.Subjects;
import io.weir.perf.peer.LoadedEngine;
import io.weir.perf.process.JavaCommand;
import io.weir.perf.process.Programs;
import io.weir.perf.process.StoreHome;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.RowSize;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Fills a store for later benchmarks and prints what it occupies: {@code SUBJECT SHAPE ENTITIES
 * FOLDER}.
 *
 * <p>Runs in a process of its own, because the heap is measured.
 */
public final class StoreLoader {

  private static final String RESULT = "loaded ";
  private static final int SAMPLE = 1_000;

  private StoreLoader() {}

  public static void main(String[] args) throws IOException {
    var data = new DataSet(Integer.parseInt(args[2]), RowSize.valueOf(args[1]));
    var home = StoreHome.in(Path.of(args[3]), args[0]);
    var taken =
        args[0].equals(Subjects.WEIR) ? loadWeir(home, data) : loadPeer(args[0], home, data);
    System.out.println(RESULT + taken.nanos + " " + taken.heapBytes);
  }

  /** Fills the store of a subject below a folder. Blocks. */
  static Footprint load(String subject, DataSet data, Path stores) throws IOException {
    var command = JavaCommand.of(
        StoreLoader.class,
        subject,
        data.shape().name(),
        Integer.toString(data.entities()),
        stores.toString());
    var output = Programs.run(command);
    var taken = output.substring(output.lastIndexOf(RESULT) + RESULT.length());
    var numbers = taken.lines().findFirst().orElseThrow().split(" ", 2);
    return new Footprint(
        subject,
        data,
        Long.parseLong(numbers[0]) / 1e9,
        Long.parseLong(numbers[1]),
        userBytes(data),
        Footprint.diskBytes(stores.resolve(subject)));
  }

  private record Taken(long nanos, long heapBytes) {}

  private static Taken loadWeir(StoreHome home, DataSet data) throws IOException {
    var loops = EmbeddedLoops.start(Runtime.getRuntime().availableProcessors());
    try (var engine = LoadedEngine.openAsItIs(home, Durability.INTERVAL, loops.loops())) {
      var before = heapBytes();
      var startNanos = System.nanoTime();
      engine.load(data);
      return new Taken(System.nanoTime() - startNanos, heapBytes() - before);
    } finally {
      loops.close();
    }
  }

  private static Taken loadPeer(String subject, StoreHome home, DataSet data) throws IOException {
    try (var peer = Subjects.open(subject, home, false)) {
      var before = heapBytes();
      var startNanos = System.nanoTime();
      peer.load(data);
      home.loaded();
      return new Taken(System.nanoTime() - startNanos, heapBytes() - before);
    }
  }

  private static long userBytes(DataSet data) {
    var bytes = 0L;
    for (var i = 0; i < SAMPLE; i++) {
      bytes += data.entity(i).encoded().length;
    }
    return bytes * data.entities() / SAMPLE;
  }

  /** Returns the heap in use after a collection. */
  private static long heapBytes() {
    System.gc();
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
