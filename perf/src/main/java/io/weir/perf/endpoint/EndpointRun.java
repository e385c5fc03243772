package io.weir.perf.endpoint;

import io.weir.perf.result.ResultLine;
import io.weir.perf.result.Spread;
import io.weir.perf.workload.DataSet;
import io.weir.api.wire.Dialect;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * Measures each way to read an entity over HTTP, and beside them an endpoint of constant answers, as long as those in JSON.
 *
 * <p>{@code java -jar perf/target/perf.jar endpoint}
 *
 * @param data what the server holds
 * @param warmup how long a load runs before it counts
 * @param sample how long a load is counted for one sample
 * @param samples how often, at least 1
 */
public record EndpointRun(DataSet data, Duration warmup, Duration sample, int samples) {

  private static final String HTTP_1 = "GET entity, HTTP/1.1 keep-alive, 64 in flight";
  private static final String HTTP_2 = "GET entity, h2c, 64 in flight";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_EVERY = Duration.ofMillis(1);

  private static final String BARE = "bare Reactor Netty";
  private static final String JSON = "application/json;odata=nometadata";

  /** As many entities as the benchmarks have by default; five samples of a second. */
  public static EndpointRun standard() {
    return new EndpointRun(new DataSet(200_000), Duration.ofSeconds(4), Duration.ofSeconds(1), 5);
  }

  /** Blocks until all is measured. */
  public List<ResultLine> run() throws IOException {
    var lines = new ArrayList<ResultLine>();
    try (var weir = ServerProcess.start(ServerMain.WEIR, data.entities());
        var constant = ServerProcess.start(ServerMain.CONSTANT, answerBytes(weir.port()))) {
      lines.add(line(HTTP_1, BARE, constant, http1(constant, JSON)));
      lines.add(line(HTTP_1, "weir, JSON", weir, http1(weir, JSON)));
      lines.add(line(HTTP_1, "weir, frames", weir, http1(weir, Dialect.BINARY)));
      lines.add(line(HTTP_2, BARE, constant, http2(constant, JSON)));
      lines.add(line(HTTP_2, "weir, JSON", weir, http2(weir, JSON)));
      lines.add(line(HTTP_2, "weir, frames", weir, http2(weir, Dialect.BINARY)));
      lines.add(line(HTTP_2, "weir, frames, its client", weir, ClientLoad.of(weir.port(), data)));
    }
    return lines;
  }

  private Load http1(ServerProcess server, String accept) {
    return HttpLoad.http1(server.port(), accept, data);
  }

  private Load http2(ServerProcess server, String accept) {
    return HttpLoad.http2(server.port(), accept, data);
  }

  private int answerBytes(int port) {
    try (var load = HttpLoad.http1(port, JSON, data)) {
      return load.request().blockOptional().orElseThrow();
    }
  }

  private ResultLine line(String task, String subject, ServerProcess server, Load load) {
    System.out.printf("%s: %s%n", task, subject);
    try (load) {
      var answered = new LongAdder();
      var stopped = new AtomicBoolean();
      var running = start(load, answered, stopped);
      awaitMore(answered, 0, running, subject);
      pause(warmup);
      var perSecond = new double[samples];
      var cpuMicros = new double[samples];
      for (var i = 0; i < samples; i++) {
        var from = Reading.of(server, answered);
        pause(sample);
        awaitMore(answered, from.answers, running, subject);
        var to = Reading.of(server, answered);
        perSecond[i] = to.perSecondSince(from);
        cpuMicros[i] = to.cpuMicrosSince(from);
      }
      stopped.set(true);
      running.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
      return new ResultLine(
          task, subject, subject.equals(BARE), Spread.of(perSecond), Spread.of(cpuMicros));
    }
  }

  /** Completes when it was stopped and what was under way is answered: a request that is cut off from outside may lose its answer. */
  private static CompletableFuture<@Nullable Void> start(
      Load load, LongAdder answered, AtomicBoolean stopped) {
    return Flux.range(0, Load.IN_FLIGHT)
        .flatMap(
            lane ->
                load.request().doOnNext(bytes -> answered.increment()).repeat(() -> !stopped.get()),
            Load.IN_FLIGHT)
        .then()
        .toFuture();
  }

  /** Returns when there were more answers than so many, so that a sample on a slow machine holds at least one. */
  private static void awaitMore(
      LongAdder answered, long than, CompletableFuture<@Nullable Void> running, String subject) {
    var endNanos = System.nanoTime() + PATIENCE.toNanos();
    do {
      if (running.isDone()) {
        running.join(); // says why, where it failed
        throw new IllegalStateException("The load ended early. subject=" + subject);
      }
      if (System.nanoTime() > endNanos) {
        throw new IllegalStateException(
            "Nothing was answered for " + PATIENCE.toSeconds() + " seconds. subject=" + subject);
      }
      pause(LOOK_EVERY);
    } while (answered.sum() <= than);
  }

  private static void pause(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      throw new IllegalStateException("The run was interrupted.", e);
    }
  }

  /** Clock, processor time of the server and answers at one moment. */
  private record Reading(long nanos, Duration cpu, long answers) {

    static Reading of(ServerProcess server, LongAdder answered) {
      return new Reading(System.nanoTime(), server.cpuTime(), answered.sum());
    }

    double perSecondSince(Reading earlier) {
      return (answers - earlier.answers) * 1e9 / (nanos - earlier.nanos);
    }

    double cpuMicrosSince(Reading earlier) {
      return cpu.minus(earlier.cpu).toNanos() / 1e3 / Math.max(1, answers - earlier.answers);
    }
  }
}
