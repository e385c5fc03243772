package io.weir.perf.workload;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A number of clients, each with one operation in flight: the next one begins when the last one has
 * ended. It finds the highest rate of a server. Its latency is that of equally patient programs,
 * which ask less while the server is slow.
 *
 * <p>A client whose operation failed pauses for {@link #PAUSE}, so that it does not retry in a
 * tight loop.
 */
public record ClosedLoop(int clients) implements Pace {

  static final Duration PAUSE = Duration.ofMillis(10);

  public ClosedLoop {
    if (clients < 1) {
      throw new IllegalArgumentException("at least one client is needed clients=" + clients);
    }
  }

  @Override
  public Mono<Void> run(OperationRunner operations, BooleanSupplier stopped) {
    var all = IntStream.range(0, clients).mapToObj(client -> operations.split()).toList();
    return Flux.fromIterable(all).flatMap(own -> client(own, stopped), clients).then();
  }

  @Override
  public String describe() {
    return clients + (clients == 1 ? " client" : " clients");
  }

  private static Mono<Void> client(OperationRunner operations, BooleanSupplier stopped) {
    var time = operations.time();
    return Mono.defer(() -> operations.begin(time.now()))
        .flatMap(succeeded -> succeeded ? Mono.empty() : Mono.delay(PAUSE, time.operations()))
        .repeat(() -> !stopped.getAsBoolean())
        .then();
  }
}
