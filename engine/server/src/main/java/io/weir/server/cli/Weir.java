package io.weir.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code weir} command. Prints its version when asked, its usage otherwise. */
@Command(name = "weir", mixinStandardHelpOptions = true, version = "weir 0.1.0-SNAPSHOT")
public final class Weir implements Runnable {

  private Weir() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Weir()).execute(args));
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
