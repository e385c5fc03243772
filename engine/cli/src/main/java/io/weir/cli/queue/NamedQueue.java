package io.weir.cli.queue;

import io.weir.api.queue.QueueName;
import io.weir.cli.options.CommonOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The queue that a command names, and the options that every command of one queue has. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
final class NamedQueue {

  @Parameters(index = "0", paramLabel = "QUEUE")
  private String name = "";

  @Mixin
  private QueueEndpointOptions endpoint = new QueueEndpointOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  /** Returns the queue at its service. Nothing is sent yet. */
  RemoteQueue connect() {
    return new RemoteQueue(endpoint.connect(), new QueueName(name));
  }
}
