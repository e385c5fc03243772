package io.weir.cli.queue;

import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.cli.options.CommonOptions;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import reactor.core.publisher.Mono;

/** The queue that a command names, and the options that every command of one queue has. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
final class NamedQueue {

  @Parameters(index = "0", paramLabel = "QUEUE")
  private String name = "";

  @Mixin
  private QueueEndpointOptions endpoint = new QueueEndpointOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  /** Does the work with a client, closes the client, and returns the exit code of success. */
  int use(BiConsumer<QueueService, QueueName> work) {
    var queue = new QueueName(name);
    try (var queues = endpoint.connect()) {
      work.accept(queues, queue);
    }
    return 0;
  }

  /** Waits for one operation on the queue, and returns the exit code of success. */
  int await(BiFunction<QueueService, QueueName, Mono<?>> operation) {
    return use((queues, queue) -> operation.apply(queues, queue).block());
  }
}
