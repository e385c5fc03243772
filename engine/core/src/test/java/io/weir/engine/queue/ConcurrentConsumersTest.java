package io.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.engine.TestStore;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Senders and consumers of one queue at the same time. */
final class ConcurrentConsumersTest {

  private static final QueueName QUEUE = new QueueName("orders");
  private static final int MESSAGES = 4_000;
  private static final int CONSUMERS = 8;

  @TempDir
  private Path folder;

  private TestStore store;
  private QueueService queues;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withSegmentBytes(16 << 20));
    queues = store.engine().queues(AccountName.DEVELOPMENT);
    queues.create(QUEUE).block(TestStore.PATIENCE);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void eachMessageIsHeldByOneConsumerAndNoneIsLost() {
    var sending = Flux.range(0, MESSAGES)
        .flatMap(number -> queues.put(QUEUE, NewMessage.of("m" + number)), 64)
        .then();

    var taken = Flux.range(0, CONSUMERS)
        .flatMap(consumer -> consume(consumer % 2 == 0), CONSUMERS)
        .take(MESSAGES)
        .collectList();
    var all =
        Mono.zip(taken, sending.thenReturn(true)).block(TestStore.PATIENCE).getT1();

    assertThat(new HashSet<>(all)).hasSize(MESSAGES);
    assertThat(all)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, MESSAGES).mapToObj(number -> "m" + number).toList());
    QueueEntries.assertSound(store.engine().store(), AccountName.DEVELOPMENT, QUEUE);
  }

  /** Takes messages without end; deletes them, or keeps them hidden. */
  private Flux<String> consume(boolean deletes) {
    return queues
        .take(QUEUE, new Take(7, Duration.ofDays(7)))
        .flatMapMany(messages -> deletes ? deleted(messages) : Flux.fromIterable(messages))
        .map(TakenMessage::text)
        .repeat();
  }

  private Flux<TakenMessage> deleted(List<TakenMessage> messages) {
    return Flux.fromIterable(messages)
        .flatMap(
            message -> queues.deleteMessage(QUEUE, HeldMessage.of(message)).thenReturn(message));
  }
}
