package io.weir.perf.load;

import io.weir.perf.workload.OperationDraws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A number of clients, each with one operation in flight: the next one begins when the last one has ended. It finds the highest rate
 * of a server. Its latency is that of equally patient programs, which ask less while the server is slow.
 *
 * <p>A client whose operation failed pauses for {@link #PAUSE}, so that it does not retry in a tight loop.
 */
public record ClosedLoop(int clients) implements Pace {

  static final Duration PAUSE = Duration.ofMillis(10);

  public ClosedLoop {
    if (clients < 1) {
      throw new IllegalArgumentException("at least one client is needed clients=" + clients);
    }
  }

  @Override
  public Mono<Void> run(
      Work work,
      OperationDraws draws,
      OperationCounters tally,
      LoadClock time,
      BooleanSupplier stopped) {
    return Flux.fromIterable(clients(draws))
        .flatMap(own -> client(new OperationRunner(work, own, tally, time), time, stopped), clients)
        .then();
  }

  @Override
  public String describe() {
    return clients + (clients == 1 ? " client" : " clients");
  }

  private List<OperationDraws> clients(OperationDraws draws) {
    var all = new ArrayList<OperationDraws>(clients);
    for (var client = 0; client < clients; client++) {
      all.add(draws.split());
    }
    return all;
  }

  private static Mono<Void> client(
      OperationRunner operations, LoadClock time, BooleanSupplier stopped) {
    return Mono.defer(() -> operations.begin(time.now()))
        .flatMap(succeeded -> succeeded ? Mono.empty() : Mono.delay(PAUSE, time.operations()))
        .repeat(() -> !stopped.getAsBoolean())
        .then();
  }
}
