package io.weir.spring.either;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueName;
import io.weir.api.write.Write;
import io.weir.junit.TestService;
import io.weir.junit.WeirTest;
import io.weir.pattern.process.ProcessorOptions;
import io.weir.spring.ChangeListener;
import io.weir.spring.ListenerFailure;
import io.weir.spring.QueueListener;
import io.weir.spring.WeirListener;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Listeners run with the application, and lose nothing when it ends, in Spring Boot 4 and, by
 * another execution, in Spring Boot 3.
 */
@WeirTest
final class ListenersTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final TestService service;
  private final QueueName queue = new QueueName("orders-" + NUMBER.incrementAndGet());
  private final BlockingQueue<ListenerFailure> failures = new LinkedBlockingQueue<>();

  ListenersTest(TestService service) {
    this.service = service;
  }

  @EnableAutoConfiguration
  @Configuration(proxyBeanMethods = false)
  static class App {}

  private AnnotationConfigApplicationContext application(WeirListener listener) {
    var context = new AnnotationConfigApplicationContext();
    TestPropertyValues.of("weir.connection-string=" + service.connectionString())
        .applyTo(context);
    context.register(App.class);
    context.registerBean(WeirListener.class, () -> listener);
    context.addApplicationListener(noting());
    context.refresh();
    return context;
  }

  private ApplicationListener<PayloadApplicationEvent<?>> noting() {
    return event -> {
      if (event.getPayload() instanceof ListenerFailure failure) {
        failures.add(failure);
      }
    };
  }

  private void send(int messages) {
    Flux.range(0, messages)
        .concatMap(i -> service.queues().put(queue, NewMessage.of("" + i)))
        .blockLast(PATIENCE);
  }

  private int left() {
    return service.queues().peek(queue, new Peek(32)).block(PATIENCE).size()
        + service.queues().peekHidden(queue, new Peek(32)).block(PATIENCE).size();
  }

  private static <T> T next(BlockingQueue<T> items) throws InterruptedException {
    var item = items.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(item).as("within " + PATIENCE).isNotNull();
    return item;
  }

  @Test
  void messagesAreWorkedOnWithBoundedConcurrencyAndAcknowledged() throws Exception {
    service.queues().create(queue).block(PATIENCE);
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    Set<String> seen = ConcurrentHashMap.newKeySet();
    var all = new CountDownLatch(50);
    var listener = QueueListener.of(
            queue.value(),
            message -> Mono.fromRunnable(() -> {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  seen.add(message.text().value());
                })
                .then(service.client().tables().then(Mono.empty()))
                .doFinally(end -> {
                  running.decrementAndGet();
                  all.countDown();
                }))
        .concurrency(3);

    try (var context = application(listener)) {
      send(50);
      assertThat(all.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    assertThat(seen).hasSize(50);
    assertThat(most.get()).isBetween(1, 3);
    assertThat(left()).isZero();
    assertThat(failures).isEmpty();
  }

  @Test
  void aMessageWhoseWorkFailsIsReportedAndDeliveredAgain() throws Exception {
    service.queues().create(queue).block(PATIENCE);
    var attempts = new AtomicInteger();
    var done = new CountDownLatch(1);
    var listener = QueueListener.of(queue.value(), message -> {
          if (attempts.incrementAndGet() == 1) {
            throw new IllegalStateException("first attempt");
          }
          return attempts.get() == 2
              ? Mono.error(new IllegalStateException("second attempt"))
              : Mono.fromRunnable(done::countDown);
        })
        .pause(Duration.ZERO);

    try (var context = application(listener)) {
      send(1);
      assertThat(next(failures).failure()).hasMessage("first attempt");
      var second = next(failures);
      assertThat(second.failure()).hasMessage("second attempt");
      assertThat(second.listener()).isEqualTo("queue:" + queue);
      assertThat(second.isReceiving()).isFalse();
      assertThat(done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(EitherBootTest.status(context.getBean("weirHealthIndicator"))).isEqualTo("UP");
    }
    assertThat(left()).isZero();
  }

  @Test
  void theStopWaitsForTheWorkThatHasBegunAndLeavesTheRest() throws Exception {
    service.queues().create(queue).block(PATIENCE);
    var begun = new CountDownLatch(1);
    var work = Sinks.<Void>empty();
    var listener = QueueListener.of(queue.value(), message -> {
          begun.countDown();
          return work.asMono();
        })
        .concurrency(1);
    var context = application(listener);
    send(3);
    assertThat(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

    var closed = CompletableFuture.runAsync(context::close);
    assertThat(left()).isEqualTo(3);
    assertThat(closed).isNotDone();
    work.tryEmitEmpty();
    closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

    assertThat(left()).isEqualTo(2);
    assertThat(failures).isEmpty();
  }

  @Test
  void aListenerThatCannotReceiveIsReportedAndGoesOnLater() throws Exception {
    var received = new LinkedBlockingQueue<String>();
    var listener = QueueListener.of(
        queue.value(),
        message -> Mono.fromRunnable(() -> received.add(message.text().value())));

    try (var context = application(listener)) {
      var failure = next(failures);
      assertThat(failure.isReceiving()).isTrue();
      assertThat(failure.failure()).hasMessageContaining("queue");
      assertThat(EitherBootTest.status(context.getBean("weirHealthIndicator"))).isEqualTo("DOWN");

      service.queues().create(queue).block(PATIENCE);
      send(1);
      assertThat(next(received)).isEqualTo("0");
    }
  }

  @Test
  void changesAreHandledAndTheNextApplicationGoesOn() throws Exception {
    var table = new TableName("Sightings" + NUMBER.incrementAndGet());
    service.client().createTable(table).block(PATIENCE);
    var handled = new LinkedBlockingQueue<String>();
    var options = ProcessorOptions.of("mailing-" + table, FeedScope.of(table))
        .start(FeedStart.BEGINNING)
        .build();
    var listener = new ChangeListener(
        batch -> Flux.fromIterable(batch.items())
            .ofType(FeedItem.Change.class)
            .doOnNext(change -> handled.add(change.key().rowKey()))
            .then(),
        options);

    for (var run : List.of("1", "2")) {
      service
          .client()
          .write(table, new Write.Insert(Entity.builder("Owls", run).build()))
          .block(PATIENCE);
      try (var context = application(listener)) {
        assertThat(next(handled)).isEqualTo(run);
      }
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void aListenerOfAMissingTableIsReportedAndTheApplicationStops() throws Exception {
    var listener =
        ChangeListener.of("nobody", "Missing" + NUMBER.incrementAndGet(), batch -> Mono.empty());

    try (var context = application(listener)) {
      var failure = next(failures);
      assertThat(failure.listener()).isEqualTo("changes:nobody");
      assertThat(failure.isReceiving()).isTrue();
    }
  }

  @Test
  void theConcurrencyIsBounded() {
    var listener = QueueListener.of("orders", message -> Mono.empty());

    assertThat(listener.concurrency(1_000).concurrency()).isEqualTo(1_000);
    assertThat(listener.concurrency(1).concurrency()).isEqualTo(1);
    for (var wrong : new int[] {0, 1_001}) {
      assertThatThrownBy(() -> listener.concurrency(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("concurrency=" + wrong);
    }
  }
}
