package io.weir.cli.demo;

import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueProperties;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.SentMessage;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * A message that is sent, received and deleted by the calls that programs with an Azure SDK make:
 * each is one request of the Azure Queue protocol over HTTP/1.1, and nothing of Weir's own.
 *
 * @param left the number of messages in the queue after the deletion
 */
record SdkMessage(SentMessage sent, TakenMessage received, long left) implements Scene {

  private static final QueueName GREETINGS = new QueueName("demo-greetings");
  private static final Take TAKE = new Take(1, Duration.ofSeconds(30));

  /**
   * Makes an empty queue and passes a message through it.
   *
   * @param queues a client that uses the plain protocol
   */
  static Mono<SdkMessage> through(QueueService queues) {
    return queues
        .create(GREETINGS)
        .then(Mono.defer(() -> queues.clear(GREETINGS))) // an earlier run may have been stopped
        .then(Mono.defer(() -> queues.put(GREETINGS, NewMessage.of("good morning, owls"))))
        .flatMap(sent -> received(queues, sent));
  }

  private static Mono<SdkMessage> received(QueueService queues, SentMessage sent) {
    return queues
        .take(GREETINGS, TAKE)
        .map(taken -> taken.get(0))
        .delayUntil(taken -> queues.deleteMessage(GREETINGS, HeldMessage.of(taken)))
        .zipWhen(taken -> queues.properties(GREETINGS).map(QueueProperties::messages))
        .map(both -> new SdkMessage(sent, both.getT1(), both.getT2()));
  }

  @Override
  public String title() {
    return "A message by the calls of an Azure SDK, each one request of the Azure Queue protocol";
  }

  @Override
  public List<String> lines() {
    return List.of(
        "createQueue      PUT     /" + GREETINGS,
        "sendMessage      POST    /" + GREETINGS + "/messages  id " + sent.id(),
        "receiveMessages  GET     /" + GREETINGS + "/messages  '" + received.text() + "', taken "
            + received.message().dequeueCount() + " time",
        "deleteMessage    DELETE  /" + GREETINGS + "/messages/ID  " + left + " messages are left");
  }
}
