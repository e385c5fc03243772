package io.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import picocli.CommandLine;

/** A terminal that records its output. Tests of all packages run commands through it. */
public final class Transcript {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal =
      new Terminal(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);

  /** Returns all commands, without values. */
  public static CommandLine commands() {
    return CommandLines.of(new Transcript().terminal());
  }

  /** Runs a command on this terminal and returns the exit code. */
  public int run(Map<String, String> environment, String... args) {
    return run(terminal, environment, args);
  }

  /** Runs a command on another terminal and returns the exit code. */
  public static int run(Terminal terminal, Map<String, String> environment, String... args) {
    return CommandLines.run(terminal, environment, args);
  }

  public Terminal terminal() {
    return terminal;
  }

  public String out() {
    return out.toString(UTF_8);
  }

  public String err() {
    return err.toString(UTF_8);
  }
}
