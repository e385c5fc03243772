package io.weir.cli.queue;

import io.weir.api.AccountName;
import io.weir.cli.options.SigningOptions;
import io.weir.client.ConnectionString;
import io.weir.client.DialectChoice;
import io.weir.client.WeirQueues;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that name the queues of a service, and the proof of access to them. */
final class QueueEndpointOptions {

  @Option(
      names = "--queue-endpoint",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:10001/devstoreaccount1",
      description =
          "Address of the account's queues: http:// or https://HOST:PORT/ACCOUNT; those of the nodes of a"
              + " cluster are separated by commas. Default: ${DEFAULT-VALUE}.")
  private String endpoint = "http://127.0.0.1:10001/" + AccountName.DEVELOPMENT;

  @Mixin
  private SigningOptions signing = new SigningOptions();

  /**
   * Returns a client of the queues. It connects at its first request, by HTTP/1.1, which every
   * service of the protocol understands.
   */
  WeirQueues connect() {
    return signing
        .client(endpoint.replaceAll("/$", ""), ConnectionString::queues)
        .dialect(DialectChoice.REST)
        .connectQueues();
  }
}
