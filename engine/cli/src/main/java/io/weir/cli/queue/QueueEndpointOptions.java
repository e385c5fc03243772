package io.weir.cli.queue;

import io.weir.api.AccountName;
import io.weir.cli.endpoint.SigningOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that name the queues of a service, and the account and key for them. */
final class QueueEndpointOptions {

  @Option(
      names = "--queue-endpoint",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:10001/devstoreaccount1",
      description =
          "Address of the account's queues: http:// or https://HOST:PORT/ACCOUNT. Default: ${DEFAULT-VALUE}.")
  private String endpoint = "http://127.0.0.1:10001/" + AccountName.DEVELOPMENT;

  @Mixin
  private SigningOptions signing = new SigningOptions();

  QueueEndpoint connect() {
    return new QueueEndpoint(
        endpoint.replaceAll("/$", ""), signing.sharedKey(endpoint), signing.trusted());
  }
}
