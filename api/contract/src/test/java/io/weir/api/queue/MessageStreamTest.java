package io.weir.api.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** How often a stream of messages asks a queue that is empty. */
final class MessageStreamTest {

  private static final QueueName QUEUE = new QueueName("orders");

  private final AtomicInteger takes = new AtomicInteger();

  @Test
  void aServiceThatDoesNotWaitIsAskedAgainAfterAPauseThatGrows() {
    receiveForAMinute(take -> Mono.just(List.of()));

    assertThat(takes).hasValueBetween(15, 18); // after 0.1, 0.2, 0.4, .. 3.2, then every 5 s
  }

  @Test
  void aServiceThatWaitsIsAskedAgainAtOnce() {
    receiveForAMinute(take -> Mono.delay(take.longestWait()).thenReturn(List.of()));

    assertThat(takes).hasValueBetween(3, 4); // every 20 s
  }

  private void receiveForAMinute(Function<Take, Mono<List<TakenMessage>>> answer) {
    StepVerifier.withVirtualTime(
            () -> MessageStream.of(answering(answer), QUEUE, Reception.DEFAULT))
        .expectSubscription()
        .expectNoEvent(Duration.ofSeconds(60))
        .thenCancel()
        .verify();
  }

  private QueueService answering(Function<Take, Mono<List<TakenMessage>>> answer) {
    return (QueueService) Proxy.newProxyInstance(
        QueueService.class.getClassLoader(),
        new Class<?>[] {QueueService.class},
        (unused, method, arguments) -> {
          assertThat(method.getName()).isEqualTo("take");
          takes.incrementAndGet();
          return answer.apply((Take) arguments[1]);
        });
  }
}
