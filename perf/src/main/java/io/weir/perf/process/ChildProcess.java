package io.weir.perf.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A server that runs as a child process, with its output in a file of its folder. It ends with this
 * process at the latest.
 *
 * <p>Belongs to one thread, which blocks. Closing ends the process and its descendants, and deletes
 * the folder.
 */
public record ChildProcess(Process process, Path folder, int port, Thread hook) implements Servers {

  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration END = Duration.ofSeconds(20);
  private static final long LOOK_MILLIS = 50;
  private static final String LOG = "output.log";

  /**
   * Starts a program in a folder and blocks until it accepts connections. Takes ownership of the
   * folder.
   */
  public static ChildProcess start(
      Surroundings surroundings, Path folder, int port, List<String> command) throws IOException {
    return start(surroundings, folder, port, () -> Ports.answers(port), command);
  }

  /**
   * Starts a program that accepts connections before it serves, and blocks until {@code serves} is
   * true.
   */
  static ChildProcess start(
      Surroundings surroundings,
      Path folder,
      int port,
      BooleanSupplier serves,
      List<String> command)
      throws IOException {
    var child = launch(surroundings, folder, port, command);
    child.await(serves, command);
    return child;
  }

  /** Starts a program in a folder, and does not wait for it. Takes ownership of the folder. */
  static ChildProcess launch(Surroundings surroundings, Path folder, int port, List<String> command)
      throws IOException {
    var process = new ProcessBuilder(surroundings.pinned(command))
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(LOG).toFile())
        .start();
    var hook = new Thread(() -> endAtOnce(process.toHandle()), "end-" + process.pid());
    Runtime.getRuntime().addShutdownHook(hook);
    return new ChildProcess(process, folder, port, hook);
  }

  @Override
  public Cpu cpu() {
    return Cpu.of(process.toHandle());
  }

  @Override
  public void close() throws IOException {
    end(Process::destroy);
  }

  /** Ends the process at once, with {@code kill -9}, and deletes its folder. */
  public void kill() throws IOException {
    end(Process::destroyForcibly);
  }

  private void end(Consumer<Process> signal) throws IOException {
    var started = process.descendants().toList();
    signal.accept(process);
    if (!hasEnded()) {
      process.destroyForcibly();
    }
    started.forEach(ProcessHandle::destroyForcibly);
    Runtime.getRuntime().removeShutdownHook(hook);
    StoreHome.delete(folder);
  }

  private boolean hasEnded() {
    try {
      return process.waitFor(END.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Blocks until {@code serves} is true. Ends the process if it fails. */
  void await(BooleanSupplier serves, List<String> command) throws IOException {
    try {
      lookUntil(serves, command);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void lookUntil(BooleanSupplier serves, List<String> command) throws IOException {
    var endNanos = System.nanoTime() + START.toNanos();
    while (!serves.getAsBoolean()) {
      if (!process.isAlive() || System.nanoTime() > endNanos) {
        var said = Files.readString(folder.resolve(LOG), UTF_8);
        throw new IOException("server did not begin to serve command=" + String.join(" ", command)
            + " output=" + said.substring(Math.max(0, said.length() - 2_000)));
      }
      pause();
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a server started", e);
    }
  }

  private static void endAtOnce(ProcessHandle process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
