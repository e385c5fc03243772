package io.weir.client.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.Message;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.MessageText;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.xml.MessageXml;
import io.weir.client.DialectChoice;
import io.weir.client.ScriptedServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Extensions of a service that is not Weir's and ignores their options. */
final class OtherQueueServiceTest {

  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final QueueName QUEUE = new QueueName("orders");

  /** It shows what is visible, or nothing: taken for the hidden messages, both would be wrong. */
  @Test
  void hiddenMessagesOfAServiceThatDoesNotTellThemAreNotGuessed() {
    var visible = new Message(
        new MessageId(new UUID(1, 2)), Instant.EPOCH, Message.NEVER, 0, new MessageText("visible"));
    for (var answer : List.of(List.<Message>of(), List.of(visible))) {
      var document = new String(MessageXml.seen(answer), UTF_8);
      try (var server = new ScriptedServer()
              .then((request, response) -> response
                  .header("Content-Type", "application/xml")
                  .sendString(Flux.just(document)));
          var queues = server.client().dialect(DialectChoice.REST).connectQueues()) {
        assertNotImplemented(queues.peekHidden(QUEUE, new Peek(32)));
      }
    }
  }

  @Test
  void lanesOfAServiceThatMakesNoneAreMissed() {
    try (var server = new ScriptedServer()
            .then((request, response) -> response.status(201).send());
        var queues = server.client().dialect(DialectChoice.REST).connectQueues()) {
      assertNotImplemented(queues.create(QUEUE, QueueMetadata.NONE, 4));
    }
  }

  private static void assertNotImplemented(Mono<?> request) {
    assertThatThrownBy(() -> request.block(WAIT))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.NOT_IMPLEMENTED));
  }
}
