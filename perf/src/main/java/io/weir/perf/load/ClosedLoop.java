package io.weir.perf.load;

import io.weir.perf.workload.OperationDraws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * So many clients, each with one operation under way: the next begins when the last is over. It finds out how much a server does at
 * most. Its latency is that of a program which waits as patiently as these clients, who ask less while the server is slow.
 *
 * <p>A client whose operation failed pauses for {@link #PAUSE}, so that a server that is away is not called in a circle.
 */
public record ClosedLoop(int clients) implements Pace {

  static final Duration PAUSE = Duration.ofMillis(10);

  public ClosedLoop {
    if (clients < 1) {
      throw new IllegalArgumentException("There is at least one client. clients=" + clients);
    }
  }

  @Override
  public Mono<Void> run(Work work, OperationDraws draws, OperationCounters tally, LoadClock time, BooleanSupplier stopped) {
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

  private static Mono<Void> client(OperationRunner operations, LoadClock time, BooleanSupplier stopped) {
    return Mono.defer(() -> operations.begin(time.now()))
        .flatMap(succeeded -> succeeded ? Mono.empty() : Mono.delay(PAUSE, time.operations()))
        .repeat(() -> !stopped.getAsBoolean())
        .then();
  }
}
