package io.weir.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;

/**
 * The output of a command.
 *
 * @param out receives the results, in UTF-8
 * @param err takes everything else: progress, remarks, complaints; UTF-8
 * @param isInteractive whether a person watches, so that a progress line may be redrawn
 */
public record Terminal(PrintStream out, PrintStream err, boolean isInteractive) {

  private static final int BUFFER_BYTES = 1 << 16;

  /** The streams that the process was started with. */
  @SuppressWarnings(
      "SystemConsoleNull") // later JDKs always have a console: then progress is shown as on a
  // terminal
  public static Terminal ofProcess() {
    var out = new PrintStream(
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES),
        false,
        UTF_8);
    var err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8);
    return new Terminal(out, err, System.console() != null);
  }

  /** Where a command shows how far it is. */
  public ProgressDisplay progress() {
    return new ProgressDisplay(err, isInteractive, System::nanoTime);
  }

  /** Prints a line that was asked for, at once. */
  public void say(String line) {
    out.println(line);
    out.flush();
  }

  /** Prints a remark, at once. */
  public void remark(String line) {
    err.println(line);
  }

  /** Returns a writer to {@link #out} that flushes after each line. */
  public PrintWriter outWriter() {
    return new PrintWriter(out, true, UTF_8);
  }

  /** Returns a writer to {@link #err} that flushes after each line. */
  public PrintWriter errWriter() {
    return new PrintWriter(err, true, UTF_8);
  }
}
