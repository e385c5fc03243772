package io.weir.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The streams of a command.
 *
 * @param in the input of a command that is told to read it
 * @param out receives the results, in UTF-8
 * @param err takes everything else: progress, remarks, complaints; UTF-8
 * @param isInteractive whether a person watches, so that a progress line may be redrawn
 * @param isPipe whether another program reads the results, which may end before this one
 */
public record Terminal(
    InputStream in, PrintStream out, PrintStream err, boolean isInteractive, boolean isPipe) {

  private static final int BUFFER_BYTES = 1 << 16;
  private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");
  private static final int KIND = 0xF000;
  private static final int FIFO = 0x1000;
  private static final int SOCKET = 0xC000;

  /** Makes a terminal without input, whose results another program reads. */
  public Terminal(PrintStream out, PrintStream err, boolean isInteractive) {
    this(InputStream.nullInputStream(), out, err, isInteractive, true);
  }

  /** The streams that the process was started with. */
  @SuppressWarnings(
      "SystemConsoleNull") // later JDKs always have a console: then progress is shown as on a
  // terminal
  public static Terminal ofProcess() {
    var in = new FileInputStream(FileDescriptor.in);
    var out = new PrintStream(
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES),
        false,
        UTF_8);
    var err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8);
    return new Terminal(in, out, err, System.console() != null, isPipe(STANDARD_OUTPUT));
  }

  /** Returns whether a file is a pipe or a socket; true where the system does not tell. */
  static boolean isPipe(Path file) {
    try {
      var kind = (int) Files.getAttribute(file, "unix:mode") & KIND;
      return kind == FIFO || kind == SOCKET;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return true;
    }
  }

  /**
   * Returns whether nobody reads the results any more, as after {@code | head}. Flushes them. Fails
   * if results were lost that nobody declined, as on a full disk.
   */
  public boolean isUnread() {
    if (!out.checkError()) {
      return false;
    }
    if (!isPipe) {
      throw CommandFailure.failed(
          "The results are not written whole: standard output is closed, or its disk is full.");
    }
    return true;
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
