package io.weir.cli.process;

import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.client.WeirQueues;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Senders and one consumer share a queue. Each acknowledged message is taken, and none that was
 * deleted comes back.
 */
final class RecordedMessages implements RecordedWork.Program {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Take TAKE = new Take(32, Duration.ofSeconds(5));

  private final WeirQueues queues;
  private final QueueName queue;
  private final int senders;
  private final AtomicLong numbers = new AtomicLong();
  private final Set<String> sent = ConcurrentHashMap.newKeySet();
  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  private final Set<String> taken = ConcurrentHashMap.newKeySet();
  private final Set<String> deleted = ConcurrentHashMap.newKeySet();

  private RecordedMessages(WeirQueues queues, QueueName queue, int senders) {
    this.queues = queues;
    this.queue = queue;
    this.senders = senders;
  }

  /** Creates the queue. Blocks. */
  static RecordedMessages of(WeirQueues queues, String name, int senders) {
    var queue = new QueueName(name);
    queues.create(queue).block(PATIENCE);
    return new RecordedMessages(queues, queue, senders);
  }

  @Override
  public Mono<Void> run(RecordedWork.Calls calls) {
    return Mono.when(
        calls.repeated(senders, sender -> send()), calls.repeated(1, consumer -> consume(calls)));
  }

  private Mono<?> send() {
    var text = "m" + numbers.incrementAndGet();
    asked.add(text);
    return queues.put(queue, NewMessage.of(text)).doOnNext(done -> sent.add(text));
  }

  private Mono<Void> consume(RecordedWork.Calls calls) {
    return queues
        .take(queue, TAKE)
        .flatMapMany(Flux::fromIterable)
        .concatMap(message -> delete(calls, message))
        .then();
  }

  private Mono<Void> delete(RecordedWork.Calls calls, TakenMessage message) {
    var text = message.text();
    taken.add(text);
    if (deleted.contains(text) || !asked.contains(text)) {
      calls.broken("message=" + text + " deleted=" + deleted.contains(text));
    }
    return queues
        .deleteMessage(queue, HeldMessage.of(message))
        .doOnSuccess(done -> deleted.add(text));
  }

  @Override
  public long acknowledged() {
    return Math.min(sent.size(), deleted.size());
  }

  /** Takes what is left, until each acknowledged message was taken. */
  @Override
  public void check(RecordedWork.Calls calls) {
    Mono.defer(() -> consume(calls))
        .onErrorComplete()
        .delaySubscription(Duration.ofMillis(100))
        .repeat(() -> !taken.containsAll(sent))
        .then()
        .timeout(PATIENCE)
        .doOnError(late -> calls.broken("messages that are never taken: "
            + sent.stream().filter(text -> !taken.contains(text)).limit(5).toList()))
        .onErrorComplete()
        .block();
  }
}
