package io.weir.cluster;

import com.sun.management.OperatingSystemMXBean;
import io.weir.cluster.Cluster.Node;
import io.weir.engine.consensus.Outcome;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * How many entries a second three nodes in this process agree on, how long one takes, and how much
 * processor time all three spend for it.
 *
 * <p>Arguments: the folder, bytes of an entry, entries in flight, seconds of a round, rounds.
 */
final class Rates {

  private Rates() {}

  public static void main(String[] args) throws InterruptedException {
    int bytes = Integer.parseInt(args[1]);
    int inFlight = Integer.parseInt(args[2]);
    try (Cluster cluster = Cluster.start(Path.of(args[0]))) {
      Node leader = cluster.leader();
      for (int round = 0; round < Integer.parseInt(args[4]); round++) {
        measure(leader, bytes, inFlight, Integer.parseInt(args[3]));
      }
    }
  }

  private static void measure(Node leader, int bytes, int inFlight, int seconds)
      throws InterruptedException {
    Semaphore window = new Semaphore(inFlight);
    ConcurrentHistogram micros = new ConcurrentHistogram(3);
    AtomicLong failed = new AtomicLong();
    ByteBuffer entry = ByteBuffer.allocate(bytes);
    long begin = System.nanoTime();
    long processor = processorNanos();
    long count = 0;
    for (; System.nanoTime() - begin < seconds * 1_000_000_000L; count++) {
      window.acquire();
      long sent = System.nanoTime();
      Outcome outcome = new Timed(window, micros, failed, sent);
      if (!leader.consensus().propose(leader.term(), entry, outcome)) {
        throw new AssertionError("the queue is full");
      }
    }
    window.acquire(inFlight);
    double elapsed = (System.nanoTime() - begin) / 1e9;
    System.out.printf(
        "%d bytes, %d in flight: %.0f/s, p50 %.2f ms, p99 %.2f ms, processor time of three nodes %.3f ms, failed %d%n",
        bytes,
        inFlight,
        count / elapsed,
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        (processorNanos() - processor) / 1e6 / count,
        failed.get());
  }

  private static long processorNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private record Timed(Semaphore window, ConcurrentHistogram micros, AtomicLong failed, long sent)
      implements Outcome {

    @Override
    public void kept() {
      micros.recordValue((System.nanoTime() - sent) / 1000);
      window.release();
    }

    @Override
    public void refused(String reason) {
      failed.incrementAndGet();
      window.release();
    }

    @Override
    public void unknown() {
      failed.incrementAndGet();
      window.release();
    }
  }
}
