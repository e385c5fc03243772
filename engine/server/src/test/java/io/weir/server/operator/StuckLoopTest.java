package io.weir.server.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Engine;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.LoopWatch;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.server.Backend;
import io.weir.server.HealthPort;
import io.weir.server.WeirServer;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.http.ServerOptions;
import io.weir.server.loop.NettyLoops;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The probes' answers while a loop is stuck. */
final class StuckLoopTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final NettyLoops loops = NettyLoops.start(2);
  private final Loops engineLoops = new Loops(List.<Loop>copyOf(loops.all()));
  private final LoopWatch watch = LoopWatch.start(engineLoops);
  private final AtomicBoolean released = new AtomicBoolean();
  private final AtomicLong turned = new AtomicLong();
  private final ServerMetrics metrics = ServerMetrics.create();
  private final HttpClient prober = HttpClient.newHttpClient();

  @TempDir
  Path folder;

  private Engine engine;
  private HealthPort health;
  private WeirServer server;

  @BeforeEach
  void open() throws Exception {
    engine = Engine.open(
        StoreOptions.in(folder.resolve("store"))
            .withPartitionGroups(2)
            .withDurability(Durability.MEMORY),
        engineLoops);
    var readiness = new EngineReadiness(engine, watch, Optional.empty());
    EngineMetrics.bind(metrics, watch);
    health = HealthPort.open("127.0.0.1", 0, readiness);
    server = WeirServer.start(
        ServerOptions.builder().port(0).build(),
        loops,
        AccountRegistry.of(Account.development()),
        new Backend(
            engine::account,
            engine::outbox,
            engine::settings,
            readiness,
            (name, keep) -> {
              throw new AssertionError("This test requests no backup.");
            },
            TableAdvice.NONE),
        metrics);
  }

  @AfterEach
  void close() throws Exception {
    released.set(true);
    server.closeLater(Duration.ofSeconds(5)).block();
    health.close();
    watch.close();
    engine.close();
    loops.close();
  }

  @Test
  void theHealthPortNamesAStuckLoopUntilItRecovers() throws Exception {
    assertThat(askHealth().body()).isEqualTo("ready\n");
    holdLoops(0, 1);

    awaitAnswer(answer -> answer.statusCode() == 503 && answer.body().matches("""
            not ready
            reason=loopStuck seconds=\\d+ loop=0
            reason=loopStuck seconds=\\d+ loop=1
            """));
    assertThat(ask(healthUri("/health")).statusCode()).isEqualTo(200);
    assertThat(ask(healthUri("/metrics")).statusCode()).isEqualTo(404);
    assertThat(metrics.registry().get("weir.loops.stuck").gauge().value()).isEqualTo(2);
    assertThat(metrics.registry().get("weir.ready").gauge().value()).isZero();

    released.set(true);
    awaitStatus(200);
    assertThat(metrics.registry().get("weir.loops.stuck").gauge().value()).isZero();
  }

  /**
   * The stuck loop may be the first, to which an endpoint might have bound its listening socket.
   */
  @Test
  void theOtherLoopServesNewConnectionsAndNamesTheStuckOne() throws Exception {
    holdLoops(0);
    awaitStatus(503);

    var answers = IntStream.range(0, 4)
        .mapToObj(probe -> HttpClient.newHttpClient()
            .sendAsync(
                request(
                    URI.create("http://127.0.0.1:" + server.address().getPort() + "/health/ready")),
                BodyHandlers.ofString()))
        .toList();
    var first = CompletableFuture.anyOf(answers.toArray(CompletableFuture[]::new))
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .thenApply(answer -> (HttpResponse<?>) answer)
        .join();

    assertThat(first.statusCode()).isEqualTo(503);
    assertThat(String.valueOf(first.body())).contains("reason=loopStuck").contains(" loop=0\n");
  }

  private void holdLoops(int... numbers) {
    for (var number : numbers) {
      loops.all().get(number).execute(() -> {
        while (!released.get()) {
          turned.incrementAndGet(); // spins and waits for nothing
        }
      });
    }
  }

  private void awaitStatus(int status) throws Exception {
    awaitAnswer(answer -> answer.statusCode() == status);
  }

  private void awaitAnswer(Predicate<HttpResponse<String>> wanted) throws Exception {
    var end = System.nanoTime() + PATIENCE.toNanos();
    var answer = askHealth();
    while (!wanted.test(answer)) {
      assertThat(System.nanoTime()).as("the last answer is %s", answer.body()).isLessThan(end);
      answer = askHealth();
    }
  }

  private HttpResponse<String> askHealth() throws Exception {
    return ask(healthUri("/health/ready"));
  }

  private URI healthUri(String path) {
    return URI.create("http://127.0.0.1:" + health.address().getPort() + path);
  }

  /** Asks over one connection: the health port takes few, and closes those beyond its limit. */
  private HttpResponse<String> ask(URI page) throws Exception {
    return prober.send(request(page), BodyHandlers.ofString());
  }

  private static HttpRequest request(URI page) {
    return HttpRequest.newBuilder(page).timeout(PATIENCE).build();
  }
}
