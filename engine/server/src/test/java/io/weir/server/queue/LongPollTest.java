package io.weir.server.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

/** Requests for messages that wait. */
final class LongPollTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final AtomicInteger NAMES = new AtomicInteger();

  @RegisterExtension
  static final ServedQueues SERVED = ServedQueues.start();

  private final QueueName queue = new QueueName("orders-" + NAMES.incrementAndGet());

  @BeforeEach
  void create() {
    SERVED.queues().create(queue).block();
  }

  @Test
  void theAnswerWaitsForAMessage() throws Exception {
    var answer = get("?waitSeconds=60").sendLater();
    awaitWaiting(1);
    assertThat(answer).isNotDone();

    SERVED.queues().put(queue, NewMessage.of("hello")).block();

    assertThat(answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).body())
        .contains("<MessageText>hello</MessageText>");
    awaitWaiting(0);
  }

  @Test
  void theAnswerIsEmptyAtTheEndOfTheWait() {
    var began = System.nanoTime();

    var answer = get("?waitSeconds=1").send();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).endsWith("<QueueMessagesList/>");
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isBetween(Duration.ofMillis(990), PATIENCE);
  }

  @Test
  void aClientThatLeavesEndsItsWaitAndTakesNothing() {
    var answer = get("?waitSeconds=60").sendLater();
    awaitWaiting(1);

    answer.cancel(true);

    awaitWaiting(0);
    SERVED.queues().put(queue, NewMessage.of("kept")).block();
    assertThat(get("").send().body()).contains("kept");
  }

  @ParameterizedTest
  @CsvSource({
    "-1, OutOfRangeQueryParameterValue",
    "61, OutOfRangeQueryParameterValue",
    "2147483647, OutOfRangeQueryParameterValue",
    "soon, InvalidQueryParameterValue"
  })
  void aWaitOutOfRangeIsRefused(String wait, String code) {
    var answer = get("?waitSeconds=" + wait).send();

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue(code);
    assertThat(answer.body()).contains("wait");
  }

  @Test
  void noWaitIsTheDefault() {
    assertThat(get("?waitSeconds=0").send().body()).endsWith("<QueueMessagesList/>");
    assertThat(get("").send().body()).endsWith("<QueueMessagesList/>");
  }

  private QueueRequest get(String options) {
    return QueueRequest.of(SERVED, "GET", "/" + queue + "/messages" + options);
  }

  private static void awaitWaiting(int requests) {
    Mono.fromSupplier(() -> SERVED.engine().waitingTakes())
        .filter(waiting -> waiting == requests)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(5)))
        .block(PATIENCE);
  }
}
