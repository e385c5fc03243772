package io.weir.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.junit.TestService;
import io.weir.junit.WeirTest;
import io.weir.spring.birds.Bird;
import io.weir.spring.birds.Birds;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.ByteBufMono;
import reactor.netty.http.client.HttpClient;

/** A WebFlux application on a port, over a service on another. */
@WeirTest
final class WebFluxTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Together far more than sockets and prefetching hold. */
  private static final int LONG_NAMES = 1500;

  private static final int LONG = 30_000;
  private static final int IN_FLIGHT = 16;
  private static final int OTHERS = 200;

  private final TestService service;
  private ConfigurableApplicationContext application;
  private HttpClient http;

  WebFluxTest(TestService service) {
    this.service = service;
  }

  @BeforeEach
  void start() {
    application = new SpringApplicationBuilder(BirdsApplication.class)
        .web(WebApplicationType.REACTIVE)
        .properties("server.port=0", "weir.connection-string=" + service.connectionString())
        .run();
    var port = application.getEnvironment().getProperty("local.server.port");
    http = HttpClient.create().baseUrl("http://127.0.0.1:" + port);
  }

  @AfterEach
  void stop() {
    application.close();
  }

  @Test
  void aControllerStoresAndFindsWhatARepositoryDoes() {
    var status = http.headers(
            headers -> headers.set(HttpHeaderNames.CONTENT_TYPE, "application/json"))
        .post()
        .uri("/birds")
        .send(ByteBufMono.fromString(
            Mono.just("{\"kind\":\"owl\",\"id\":\"1\",\"name\":\"Athene\"}")))
        .response()
        .map(answer -> answer.status().code())
        .block(PATIENCE);

    assertThat(status).isEqualTo(200);
    assertThat(text(http.get().uri("/birds/Athene").responseContent()))
        .contains("\"id\":\"1\"")
        .contains("\"kind\":\"owl\"");
    assertThat(text(http.get().uri("/birds").responseContent())).contains("Athene");
  }

  @Test
  void aClientThatDoesNotReadHoldsBackTheReadOfTheService() throws Exception {
    var controller = application.getBean(BirdsController.class);
    var name = "x".repeat(LONG);
    Flux.range(0, LONG_NAMES)
        .flatMap(
            id -> application.getBean(Birds.class).save(new Bird("gull", "" + id, name)), IN_FLIGHT)
        .blockLast(PATIENCE);

    var client = new PausedClient();
    http.get().uri("/birds").responseContent().asString().subscribe(client);
    client.first.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    for (var i = 0; i < OTHERS; i++) { // time enough to read all, for others are answered
      text(http.get().uri("/birds/Nobody").responseContent());
    }
    var read = controller.read.get();
    client.request(Long.MAX_VALUE);

    assertThat(read).isPositive().isLessThan(LONG_NAMES / 2);
    assertThat(client.lines.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .isGreaterThanOrEqualTo(LONG_NAMES);
  }

  /** Requests one piece of the answer, and all others when it is told. */
  private static final class PausedClient extends BaseSubscriber<String> {

    private final CompletableFuture<String> first = new CompletableFuture<>();
    private final CompletableFuture<Long> lines = new CompletableFuture<>();
    private long count;

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      subscription.request(1);
    }

    @Override
    protected void hookOnNext(String piece) {
      count += piece.chars().filter(character -> character == '\n').count();
      first.complete(piece);
    }

    @Override
    protected void hookOnComplete() {
      lines.complete(count);
    }

    @Override
    protected void hookOnError(Throwable failure) {
      first.completeExceptionally(failure);
      lines.completeExceptionally(failure);
    }
  }

  private static String text(ByteBufFlux content) {
    return content.aggregate().asString().blockOptional(PATIENCE).orElse("");
  }
}
