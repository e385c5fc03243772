package io.weir.perf.endurance;

import io.weir.perf.workload.RoundClock;
import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/** Clients that wait for each answer, each on a thread of its own. */
final class Clients {

  static final int COUNT = 16;

  /** One client's operations on one thread. */
  @FunctionalInterface
  interface Client {

    /** Carries out one operation. */
    void next(SplittableRandom random);
  }

  private Clients() {}

  /**
   * Lets all clients work until {@code ended} is true, and returns the latency of each operation in
   * nanoseconds. Blocks.
   */
  static Histogram run(Callable<Client> clients, BooleanSupplier ended, long seed) {
    var threads = Executors.newFixedThreadPool(COUNT);
    try {
      var random = new SplittableRandom(seed);
      var running = new ArrayList<Callable<Histogram>>();
      for (var i = 0; i < COUNT; i++) {
        var own = random.split();
        running.add(() -> work(clients.call(), own, ended));
      }
      var all = RoundClock.latencies();
      for (var one : threads.invokeAll(running)) {
        all.add(one.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a client failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while clients work", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Histogram work(Client client, SplittableRandom random, BooleanSupplier ended) {
    var latency = RoundClock.latencies();
    while (!ended.getAsBoolean()) {
      var beganNanos = System.nanoTime();
      client.next(random);
      latency.recordValue(System.nanoTime() - beganNanos);
    }
    return latency;
  }
}
