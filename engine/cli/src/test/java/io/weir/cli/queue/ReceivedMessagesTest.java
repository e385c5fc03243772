package io.weir.cli.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueName;
import io.weir.cli.serve.RunningService;
import io.weir.cli.terminal.ExitCode;
import io.weir.client.WeirQueues;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir queue receive} against a running service. */
final class ReceivedMessagesTest {

  private static final QueueName ORDERS = new QueueName("orders");

  @TempDir
  private Path folder;

  private RunningService service;
  private WeirQueues queues;

  @BeforeEach
  void start() throws IOException {
    service = RunningService.start(folder);
    queues = WeirQueues.builder().endpoint(service.queues()).connectQueues();
    queues.create(ORDERS).block();
  }

  @AfterEach
  void stop() {
    queues.close();
    service.close();
  }

  @Test
  void messagesArePrintedAsTheyCome() throws Exception {
    put("first");
    var reception = receive("orders");
    assertThat(reception.next()).isEqualTo("first");

    put("second");
    put("third");

    assertThat(reception.next()).isEqualTo("second");
    assertThat(reception.next()).isEqualTo("third");
    reception.interrupt();
    reception.assertEnds();
  }

  @Test
  void aMessageIsDeletedBeforeTheNextOneIsPrinted() throws Exception {
    put("first");
    put("second");
    var reception = receive("orders");

    reception.next();
    reception.next();

    assertThat(queues.properties(ORDERS).block().messages()).isLessThanOrEqualTo(1);
    reception.interrupt();
    reception.assertEnds();
  }

  @Test
  void aMessageThatNobodyReadsIsVisibleAgainAtOnce() throws Exception {
    var reception = receive("orders");
    reception.closeOutput();

    put("unread");

    reception.assertEnds();
    assertThat(queues.peek(ORDERS, new Peek(2)).block())
        .extracting(message -> message.text().value())
        .containsExactly("unread");
  }

  @Test
  void anAbsentQueueEndsTheCommandWithItsReason() throws Exception {
    var reception = receive("absent-queue");

    assertThat(reception.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(reception.err()).contains("queue").contains("does not exist");
  }

  private RunningReception receive(String queue) throws IOException {
    return RunningReception.start(service.queues(), queue);
  }

  private void put(String text) {
    queues.put(ORDERS, NewMessage.of(text)).block();
  }
}
