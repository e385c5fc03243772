package io.weir.perf.engine.alone;

import io.weir.api.AccountName;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import reactor.core.publisher.Flux;

/**
 * How long does it take to get 32 of the messages that wait in a queue, and does it depend on their
 * number? The goal is at most 1.5 times as long with a million as with a thousand. Writes are
 * forced every ten milliseconds and do not wait for it.
 *
 * <p>Before the next take, the messages are released and go to the end of the queue; the time for
 * that does not count.
 *
 * <p>{@code java -jar perf/target/perf.jar QueueTake}
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class QueueTakeBenchmark {

  @Benchmark
  public List<TakenMessage> take(WaitingMessages messages) {
    return messages.take();
  }

  /** A queue in a store of its own. */
  @State(Scope.Benchmark)
  @SuppressWarnings("NullAway.Init") // JMH calls the methods annotated with Setup before all others
  public static class WaitingMessages {

    private static final QueueName QUEUE = new QueueName("orders");
    private static final int IN_FLIGHT = 256;
    private static final String TEXT = "x".repeat(100);

    /** Messages in the queue. */
    @Param({"1000", "1000000"})
    public int waiting;

    private Path folder;
    private EmbeddedLoops loops;
    private Engine engine;
    private QueueService queues;
    private List<TakenMessage> taken = List.of();

    @Setup(Level.Trial)
    public void fill() throws IOException {
      folder = Files.createTempDirectory("weir-queue");
      loops = EmbeddedLoops.start(Runtime.getRuntime().availableProcessors());
      engine = Engine.open(
          StoreOptions.in(folder.resolve("store")).withDurability(Durability.INTERVAL),
          loops.loops());
      queues = engine.queues(AccountName.DEVELOPMENT);
      queues.create(QUEUE).block();
      Flux.range(0, waiting)
          .flatMap(i -> queues.put(QUEUE, NewMessage.of(TEXT).neverExpiring()), IN_FLIGHT)
          .blockLast();
    }

    List<TakenMessage> take() {
      var found = Objects.requireNonNull(queues.take(QUEUE, Take.upTo(32)).block());
      taken = found;
      return found;
    }

    @TearDown(Level.Invocation)
    public void release() {
      Flux.fromIterable(taken)
          .flatMap(message ->
              queues.update(QUEUE, HeldMessage.of(message), MessageUpdate.hiddenFor(Duration.ZERO)))
          .blockLast();
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
      engine.close();
      loops.close();
      try (var files = Files.walk(folder)) {
        for (var each : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
