package io.weir.perf.target;

import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.client.DialectChoice;
import io.weir.client.WeirQueues;
import io.weir.perf.process.AzuriteProcess;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.Population;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import reactor.core.publisher.Mono;

/**
 * A queue behind the Azure Queue protocol: of Weir or of the emulator, both used by Weir's client.
 * Any thread.
 *
 * <p>Each of the three operations is a request of its own. A taken message is hidden for 30 s.
 */
record QueueOfService(QueueService queues, QueueName name) implements TargetTable {

  /** Starts {@code azurite-queue}, used over HTTP/1.1. Blocks until it serves. */
  static Target azurite(Surroundings surroundings) throws IOException {
    var server = AzuriteProcess.start(surroundings, "queue");
    var queues = WeirQueues.builder()
        .endpoint(WeirClients.endpoint(server.port()))
        .dialect(DialectChoice.REST)
        .http1Connections(surroundings.manyConnections())
        .connectQueues();
    return new ServerTarget<>(server, queues, population -> load(queues, population));
  }

  /** Creates a queue in which the rows of a population wait. */
  static Mono<TargetTable> load(QueueService queues, Population population) {
    var queue =
        new QueueOfService(queues, new QueueName(population.name().toLowerCase(Locale.ROOT)));
    return queues
        .create(queue.name)
        .then(TableLoader.byRows(row -> queue.send(row.values().get(0)), population))
        .thenReturn(queue);
  }

  @Override
  public Mono<Integer> passMessage(String text) {
    return send(text)
        .then(queues.take(name, Take.upTo(1)))
        .map(taken -> only(taken, text.length()))
        .flatMap(message -> queues.deleteMessage(name, HeldMessage.of(message)).thenReturn(1));
  }

  private Mono<Integer> send(String text) {
    return queues.put(name, NewMessage.of(text)).thenReturn(1);
  }

  private static TakenMessage only(List<TakenMessage> taken, int letters) {
    if (taken.size() != 1 || taken.get(0).text().length() != letters) {
      throw new WrongAnswer("operation=MESSAGE taken=" + taken.size());
    }
    return taken.get(0);
  }
}
