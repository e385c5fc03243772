package io.weir.cli.table;

import io.weir.api.FeedSettings;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.cli.endpoint.EndpointOptions;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.TableArgument;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sets, shows and clears what a table keeps for its change feed. */
@Command(
    name = "feed",
    sortOptions = false,
    description = {
      "Set, show or clear what a table keeps for its change feed.",
      "With before-images, 'weir changes' prints what was stored before each change, and its filter follows entities that leave it."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class FeedCommand implements Runnable {

  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  public FeedCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do: feed set, show or clear.");
  }

  @Command(name = "set", description = "Set what is kept, in place of earlier settings.")
  int set(
      @Parameters(paramLabel = "TABLE") String table,
      @Option(
              names = "--before-images",
              description =
                  "Keep before-images: each write costs a look-up, and the entity before it once more in the log.")
          boolean beforeImages,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var settings = settings(beforeImages);
    try (var client = endpoint.connect()) {
      set(client, TableArgument.named(table), settings);
    }
    return 0;
  }

  @Command(name = "show", description = "Print what is kept.")
  int show(
      @Parameters(paramLabel = "TABLE") String table,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      show(client, TableArgument.named(table));
    }
    return 0;
  }

  @Command(name = "clear", description = "Keep no before-images from now on.")
  int clear(
      @Parameters(paramLabel = "TABLE") String table,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      set(client, TableArgument.named(table), FeedSettings.DEFAULT);
    }
    return 0;
  }

  void set(TableService service, TableName table, FeedSettings settings) {
    service.setFeedSettings(table, settings).block();
    say(table, settings);
  }

  void show(TableService service, TableName table) {
    say(table, service.feedSettings(table).blockOptional().orElseThrow());
  }

  private void say(TableName table, FeedSettings settings) {
    terminal.say(table + ": " + (settings.beforeImages() ? "--before-images" : "no before-images"));
  }

  static FeedSettings settings(boolean beforeImages) {
    if (!beforeImages) {
      throw CommandFailure.wrongUsage("Say what to keep: --before-images. 'feed clear' ends it.");
    }
    return new FeedSettings(true);
  }
}
