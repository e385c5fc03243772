package io.weir.engine.log.append;

import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogPayload;
import io.weir.engine.log.LogRig;
import io.weir.engine.log.LogRig.Heard;
import io.weir.engine.log.append.BatchQueue.Offer;
import io.weir.testkit.Interleavings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * Offers of several threads, and a log thread that drains and closes the queue. The number of a
 * batch is its length in bytes.
 */
public final class BatchQueueLincheck {

  private static final int MAX_BATCHES = 3;
  private static final int MAX_BYTES = 7;

  private final BatchQueue queue = new BatchQueue(MAX_BATCHES, MAX_BYTES);

  @Test
  void everyInterleavingEqualsAnOrderOfTheCalls() {
    Interleavings.explore(BatchQueueLincheck.class, Model.class);
  }

  @Test
  void freeThreadsEqualAnOrderOfTheCalls() {
    Interleavings.race(BatchQueueLincheck.class, Model.class);
  }

  @Operation
  public Offer offer(@Param(gen = IntGen.class, conf = "1:4") int bytes) {
    var batch =
        new LogBatch(List.of(LogPayload.of(ByteBuffer.allocate(4).putInt(0, bytes))), new Heard());
    return queue.offer(batch, bytes);
  }

  @Operation
  public boolean isEmpty() {
    return queue.isEmpty();
  }

  @Operation(nonParallelGroup = "log thread")
  public List<Integer> drain() {
    return numbersOf(queue.drain());
  }

  @Operation(nonParallelGroup = "log thread")
  public List<Integer> close() {
    return numbersOf(queue.close());
  }

  private static List<Integer> numbersOf(List<LogBatch> batches) {
    return batches.stream()
        .map(batch -> LogRig.bytes(batch.payloads().get(0)).getInt(0))
        .toList();
  }

  /** The queue as a list. */
  public static final class Model {

    private List<Integer> waiting = new ArrayList<>();
    private boolean closed;

    public Offer offer(int bytes) {
      if (closed) {
        return Offer.CLOSED;
      }
      var waitingBytes = waiting.stream().mapToInt(Integer::intValue).sum();
      if (waiting.size() == MAX_BATCHES || waitingBytes + bytes > MAX_BYTES) {
        return Offer.FULL;
      }
      waiting.add(bytes);
      return Offer.TAKEN;
    }

    /** A closed queue counts as one with work, so that the log thread looks at it. */
    public boolean isEmpty() {
      return waiting.isEmpty() && !closed;
    }

    public List<Integer> drain() {
      var drained = waiting;
      waiting = new ArrayList<>();
      return drained;
    }

    public List<Integer> close() {
      closed = true;
      return drain();
    }
  }
}
