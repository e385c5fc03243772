package io.weir.cli.queue;

import picocli.CommandLine.Option;

/** The option that bounds the number of messages of a command. */
final class CountOption {

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "1",
      description = "Most messages, 1 to 32. Default: ${DEFAULT-VALUE}.")
  private int count = 1;

  int value() {
    return count;
  }
}
