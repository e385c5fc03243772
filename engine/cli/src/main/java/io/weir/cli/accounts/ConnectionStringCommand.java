package io.weir.cli.accounts;

import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.terminal.Terminal;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the connection string of an account, as the SDKs and tools take it. */
@Command(
    name = "connection-string",
    sortOptions = false,
    description = {
      "Print the connection string of an account, as the SDKs and tools of the protocol take it, with the key or with --sas.",
      "With --sdk, print the lines of a program that makes a client of it. No service is asked."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ConnectionStringCommand implements Callable<Integer> {

  private static final String TABLE_PORT = ":10002/";
  private static final String QUEUE_PORT = ":10001/";

  @Option(
      names = "--queue-endpoint",
      paramLabel = "URL",
      description =
          "Address of the account's queues. Default: that of the tables with port 10001, if they have port 10002; else none.")
  private @Nullable String queues;

  @Option(
      names = "--sdk",
      paramLabel = "java|javascript",
      description =
          "Print a program's lines around the connection string. Default: the string alone.")
  private @Nullable Sdk sdk;

  @Mixin
  private EndpointOptions endpoint = new EndpointOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public ConnectionStringCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The lines of a program; {@code %s} stands for the connection string. */
  private enum Sdk {
    JAVA("""
        // com.azure:azure-data-tables
        var tables = new TableServiceClientBuilder()
            .connectionString("%s")
            .buildClient();
        """),
    JAVASCRIPT("""
        // npm install @azure/data-tables
        import { TableServiceClient } from "@azure/data-tables";
        const tables = TableServiceClient.fromConnectionString(
          "%s",
          { allowInsecureConnection: true }, // for http
        );
        """);

    private final String lines;

    Sdk(String lines) {
      this.lines = lines;
    }
  }

  @Override
  public Integer call() {
    var text = endpoint.connectionText(queues());
    terminal.say(sdk == null ? text : sdk.lines.formatted(text).stripTrailing());
    return 0;
  }

  private Optional<String> queues() {
    if (queues != null) {
      return Optional.of(queues);
    }
    var tables = endpoint.endpoint();
    return tables.contains(TABLE_PORT)
        ? Optional.of(tables.replace(TABLE_PORT, QUEUE_PORT))
        : Optional.empty();
  }
}
