package io.weir.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.Member;
import io.weir.engine.consensus.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A node in a process of its own, which a test can kill. It writes each entry that it receives as a
 * line to a file, and while it leads, it proposes entries one after the other.
 *
 * <p>Standard output tells what happens: {@code leads TERM}, {@code follows TERM}, {@code kept
 * TEXT}, {@code refused TEXT}, {@code unknown TEXT}, {@code at INDEX} now and then. A line on
 * standard input ends the proposals with an entry {@code end}; {@code ended} tells that it was
 * received.
 */
final class NodeProgram implements Member {

  static final String END = "end";
  private static final int ENTRY_BYTES = 1000;
  private static final int IN_FLIGHT = 64;
  private static final int TELL_EVERY = 100;

  private final String id;
  private final RatisConsensus consensus;
  private final OutputStream received;
  private final PrintStream out = new PrintStream(System.out, true, UTF_8);
  private final Semaphore window = new Semaphore(IN_FLIGHT);
  private long count;

  /** The term for which the writer proposes; -1 while this node does not lead. */
  private volatile long term = -1;

  private volatile boolean ending;

  private NodeProgram(String id, ClusterOptions options, Path file) throws IOException {
    this.id = id;
    this.consensus = new RatisConsensus(options);
    this.received =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /**
   * Runs a node. Arguments: its id, all nodes, its folder, the election time-out in milliseconds.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Path.of(args[2]);
    Path file = file(folder);
    Files.createDirectories(folder);
    ClusterOptions options = ClusterOptions.of(
            "birds", args[0], NodeAddress.list(args[1]), folder.resolve("raft"))
        .withElectionTimeout(Duration.ofMillis(Long.parseLong(args[3])))
        .withRetainedLogBytes(64 << 20);
    Applied last = cutTornLine(file);
    NodeProgram program = new NodeProgram(args[0], options, file);
    program.consensus.start(program, last);
    program.listen();
    program.write();
  }

  /** Returns the file with what a node has received. */
  static Path file(Path folder) {
    return folder.resolve("received");
  }

  /**
   * Drops the line that the process was writing when it was killed, and returns the place of the
   * last whole one.
   */
  private static Applied cutTornLine(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Applied.NONE;
    }
    String text = Files.readString(file);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    Files.writeString(file, whole);
    List<String> lines = whole.lines().toList();
    if (lines.isEmpty()) {
      return Applied.NONE;
    }
    String[] parts = lines.get(lines.size() - 1).split(" ", -1);
    return new Applied(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
  }

  private void listen() {
    Thread listener = new Thread(() -> {
      try (var in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
        in.readLine();
        ending = true;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
    listener.setDaemon(true);
    listener.start();
  }

  private void write() throws InterruptedException {
    long written = 0;
    long lastTerm = -1;
    while (true) {
      window.acquire();
      long now = term;
      written = now == lastTerm ? written : 0;
      lastTerm = now;
      String text = ending ? END : id + "-" + now + "-" + written;
      if (now < 0 || !consensus.propose(now, padded(text), new Told(text))) {
        window.release();
        Thread.sleep(1);
      } else {
        written++;
      }
      if (ending && now >= 0) {
        Thread.sleep(100);
      }
    }
  }

  private static ByteBuffer padded(String text) {
    byte[] bytes = new byte[ENTRY_BYTES];
    Arrays.fill(bytes, (byte) ' ');
    System.arraycopy(text.getBytes(UTF_8), 0, bytes, 0, text.length());
    return ByteBuffer.wrap(bytes);
  }

  @Override
  public void committed(Applied at, ByteBuffer entry) {
    String text = UTF_8.decode(entry).toString().strip();
    try {
      received.write((at.term() + " " + at.index() + " " + text + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (++count % TELL_EVERY == 0) {
      out.println("at " + at.index());
      consensus.durable(at);
    }
    if (text.equals(END)) {
      out.println("ended");
    }
  }

  @Override
  public void leads(long leading) {
    out.println("leads " + leading);
    term = leading;
  }

  @Override
  public void follows(long current, @Nullable String leader) {
    out.println("follows " + current);
    term = -1;
  }

  @Override
  public long appliedTicks() {
    return 0;
  }

  /** Tells what became of an entry. */
  private final class Told implements Outcome {

    private final String text;

    Told(String text) {
      this.text = text;
    }

    @Override
    public void kept() {
      tell("kept ");
    }

    @Override
    public void refused(String reason) {
      tell("refused ");
    }

    @Override
    public void unknown() {
      tell("unknown ");
    }

    private void tell(String what) {
      out.println(what + text);
      window.release();
    }
  }
}
