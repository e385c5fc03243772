package io.weir.cli.options;

import io.weir.api.TableService;
import java.io.IOException;
import picocli.CommandLine.Mixin;

/**
 * The options that every command of a running service has, and a client of the service for the time
 * of the command.
 */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class RemoteService {

  @Mixin
  private EndpointOptions endpoint = new EndpointOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  /** Does the work with a client, closes the client, and returns the exit code of success. */
  public int use(Work work) throws IOException {
    try (var client = endpoint.connect()) {
      work.with(client);
      return 0;
    }
  }

  /** The work of a command. */
  @FunctionalInterface
  public interface Work {
    void with(TableService service) throws IOException;
  }
}
